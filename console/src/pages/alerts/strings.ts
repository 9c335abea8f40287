// Texts of the alerts page.

export const strings = {
  noun: 'alert',
  title: 'Alerts',
  lead: 'Messages to people when schedules fail, miss runs or recover.',
  new: 'New alert',
  columns: ['Alert', 'Notify when', 'Schedules', 'Sent via'],
  empty: 'No alerts yet',
  emptyText: 'An alert sends a message through any provider, for example to a chat when a schedule fails three times in a row, and again when it recovers.',
  removal: { verb: 'Delete', description: 'No more messages are sent for this alert. The conditions are still logged.' },
  failingAfter: (count: number) => `failing after ${count} failures in a row`,
  limit: (window: string) => `at most every ${window}`,
  notifyWhen: 'Notify when',
  consecutiveFailures: 'Consecutive failures',
  consecutiveFailuresDescription: 'Failures in a row that count as failing',
  interval: 'Minimum interval',
  intervalDescription: 'Between messages per condition and schedule',
  schedules: 'Schedules (empty = all)',
  labelsDescription: 'name:value, press Enter to add. All of them must match.',
  labelsPlaceholder: 'tier:critical',
  message: 'Message',
  targetPlaceholder: 'https://chat.example.com/hooks/on-call',
  payloadDescription: '{{alarm.message}}, {{alarm.held_back}} and other placeholders are replaced when the message is sent.',
  payloadName: 'The payload',
  noCondition: 'The alert has no condition.',
  noConditionHint: 'Select at least one.',
} as const;

/** The conditions that an alert can report, by their names in the API. */
export const CONDITIONS: Record<string, string> = {
  failing: 'schedule failing',
  recovered: 'schedule recovered',
  missed_run: 'run missed',
  paused_on_failure: 'schedule paused after failures',
  stale: 'due schedule not picked up',
  disabled: 'schedule disabled by an error',
  repaired: 'auto-repaired',
  occurrences_moved: 'tz update moved runs',
  breaker_opened: 'circuit breaker opened',
  breaker_closed: 'circuit breaker closed',
  rule_failed: 'dispatch rule failed to evaluate',
  unreadable_control: 'rule, hold or calendar unreadable',
};
