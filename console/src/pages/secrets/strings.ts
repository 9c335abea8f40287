// Texts of the secrets page.
import { plural, whole } from '../../format/length';

export const strings = {
  title: 'Secrets',
  lead: 'Values for {placeholder} in actions. Values can’t be read back.',
  placeholder: '{{secret.name}}',
  placeholderOf: (name: string) => `{{secret.${name}}}`,
  permissionText: 'Secrets are tokens and passwords that are inserted into actions when they’re sent. Their names are also visible only with this permission.',
  new: 'New secret',
  columns: ['Secret', 'Updated', 'Encrypted with', ''],
  empty: 'No secrets yet',
  emptyText:
    'Store a token here and write {placeholder} where it belongs: in a header, a URL or a payload. Secrets are encrypted in the store and never appear in logs, previews or responses.',
  version: (version: number) => `version ${version}`,
  unreadable: 'can’t be decrypted',
  deleteText: 'Actions that use this secret fail until a secret with this name exists again.',
  nameMissing: 'The secret needs a name.',
  namePlaceholder: 'partner-token',
  nameDescription: 'Letters, digits, _, . and -.',
  replaceTitle: (name: string) => `Replace the value of ${name}`,
  value: 'Value',
  valueDescription: '4 to 65,536 bytes. The value is never shown again.',
  showValue: 'Show value',
  saved: 'Saved. New runs use this value.',
  reencrypt: 'Re-encrypt with newest key',
  reencrypted: 'Re-encrypted',
  notReencrypted: 'Re-encryption failed',
  reencryptedText: (changed: number, unchanged: number) => `${plural(changed, 'secret')} re-encrypted, ${whole(unchanged)} up to date.`,
  failedText: (secrets: string) => `Can’t be decrypted: ${secrets}.`,
  failed: (name: string, problem: string) => `${name} (${problem})`,
} as const;
