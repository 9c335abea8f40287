// Options of the policies, each with a one-line description.

export const OVERLAPS = [
  { value: 'skip', label: 'skip', told: 'The later one is skipped, and names what was in its way.' },
  { value: 'buffer_one', label: 'buffer one', told: 'One waits; further ones are skipped.' },
  { value: 'buffer_all', label: 'buffer all', told: 'All wait, up to 1,000.' },
  { value: 'cancel_other', label: 'cancel the other', told: 'The earlier one is asked to stop first.' },
  { value: 'allow_all', label: 'allow all', told: 'They run beside each other.' },
] as const;

export const CATCH_UPS = [
  { value: 'latest', label: 'latest', told: 'After an outage the last missed one runs.' },
  { value: 'skip', label: 'skip', told: 'What was missed stays missed.' },
  { value: 'earliest', label: 'earliest', told: 'The first missed one runs.' },
  { value: 'all', label: 'all', told: 'All that were missed run, up to a limit.' },
] as const;

export const PRIORITIES = [
  { value: 'high', label: 'high', told: 'Before the tenant’s others that are due.' },
  { value: 'normal', label: 'normal', told: 'In order of due time.' },
  { value: 'low', label: 'low', told: 'Behind the tenant’s others that are due.' },
] as const;

export const DELIVERIES = [
  { value: 'at_least_once', label: 'at least once', told: 'After a crash in the middle it is sent again, with the same key.' },
  { value: 'at_most_once', label: 'at most once', told: 'After a crash in the middle it is not sent again, and ends as unknown.' },
] as const;
