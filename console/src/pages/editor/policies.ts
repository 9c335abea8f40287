// Options of the policies, each with a one-line description.

export const OVERLAPS = [
  { value: 'skip', label: 'skip', description: 'The later one is skipped, and names what was in its way.' },
  { value: 'buffer_one', label: 'buffer one', description: 'One waits; further ones are skipped.' },
  { value: 'buffer_all', label: 'buffer all', description: 'All wait, up to 1,000.' },
  { value: 'cancel_other', label: 'cancel the other', description: 'The earlier one is asked to stop first.' },
  { value: 'allow_all', label: 'allow all', description: 'They run beside each other.' },
] as const;

export const CATCH_UPS = [
  { value: 'latest', label: 'latest', description: 'After an outage the last missed one runs.' },
  { value: 'skip', label: 'skip', description: 'What was missed stays missed.' },
  { value: 'earliest', label: 'earliest', description: 'The first missed one runs.' },
  { value: 'all', label: 'all', description: 'All that were missed run, up to a limit.' },
] as const;

export const PRIORITIES = [
  { value: 'high', label: 'high', description: 'Before the tenant’s others that are due.' },
  { value: 'normal', label: 'normal', description: 'In order of due time.' },
  { value: 'low', label: 'low', description: 'Behind the tenant’s others that are due.' },
] as const;

export const DELIVERIES = [
  { value: 'at_least_once', label: 'at least once', description: 'After a crash in the middle it is sent again, with the same key.' },
  { value: 'at_most_once', label: 'at most once', description: 'After a crash in the middle it is not sent again, and ends as unknown.' },
] as const;
