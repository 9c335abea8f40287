// Texts of the ledger page.

export const strings = {
  title: 'Ledger',
  lead: (zone: string) => `All occurrences, newest first. Times in ${zone}.`,
  schedulePlaceholder: 'Schedule ID',
  anyState: 'Any state',
  reason: 'Reason',
  anyReason: 'Any reason',
  empty: 'No matching occurrences',
  emptyText: 'Clear a filter, or wait: occurrences appear shortly before they’re due.',
} as const;
