// Texts of the audit page.
import { plural } from '../../format/length';

export const strings = {
  title: 'Audit',
  lead: 'All changes made by people. Each entry contains the hash of the previous one.',
  columns: ['Change', 'Object', 'By', 'Note', 'When'],
  empty: 'No changes yet',
  emptyText: 'Changes that people make to schedules, keys and controls are recorded here.',
  verify: 'Verify integrity',
  intact: 'Audit log intact',
  entries: (count: number) => `${plural(count, 'entry', 'entries')} verified.`,
  broken: 'Audit log not intact',
  brokenAt: (entry: number | null | undefined) => `Entry ${entry ?? '?'} doesn’t match the hash chain.`,
  notVerified: 'Verification failed',
} as const;
