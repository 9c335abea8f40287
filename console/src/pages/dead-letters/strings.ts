// Texts of the dead-letters page.

export const strings = {
  title: 'Dead letters',
  lead: 'Runs that exhausted their retries. Re-running uses the same idempotency key.',
  runAllDialog: 'Re-run all…',
  runAgain: 'Re-run',
  kind: 'Kind',
  kinds: { occurrence: 'Occurrences', work_item: 'Work items' },
  columns: ['Item', 'Failed', 'Reason', 'Attempts', ''],
  empty: 'No dead letters',
  emptyText: 'Runs that fail on their last attempt appear here and can be re-run.',
  runAllTitle: 'Re-run all dead letters',
  runOneTitle: 'Re-run this dead letter',
  runAllText: 'Re-runs up to 500 of the latest dead letters. Retries start over.',
  runOneText: 'Retries start over.',
  started: 'Re-run started',
  workItem: (id: number) => `work item ${id}`,
} as const;
