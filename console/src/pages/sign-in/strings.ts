// Texts of the sign-in page.

export const strings = {
  documentTitle: 'Sign in · Refrain',
  title: 'Sign in to Refrain',
  text: 'Use your API key. On first start the server prints a one-time link.',
  expired: 'Your session has expired. Sign in to continue where you left off; your edits are safe.',
  key: 'Key',
  keyPlaceholder: 'rfn_…',
  signIn: 'Sign in',
  noKey: 'No key? Run this on the server: {command}',
  command: 'refrain key create --local --all-tenants --role admin',
} as const;
