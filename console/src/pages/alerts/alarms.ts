// Conditions that raise alerts: the server's names and their descriptions.
export const ALARMS: Record<string, string> = {
  failing: 'occurrences of a schedule fail',
  recovered: 'one that failed works again',
  missed_run: 'an occurrence was missed',
  paused_on_failure: 'a schedule was paused because it failed',
  stale: 'a schedule should have fired and did not',
  disabled: 'a schedule was disabled by an error',
  repaired: 'something was found wrong and put right',
  occurrences_moved: 'new time zones moved runs',
  breaker_opened: 'a receiver is not asked any more',
  breaker_closed: 'a receiver is asked again',
  rule_failed: 'a rule had no answer',
  unreadable_control: 'a rule, hold or calendar cannot be read',
};

export const ALARM_NAMES = Object.keys(ALARMS);
