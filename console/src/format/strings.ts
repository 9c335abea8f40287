// Names of states, reasons and triggers, and texts about counts and times.

/** States whose name in the API is not the word to show. */
export const STATE_TEXTS: Record<string, string> = {
  half_open: 'half-open',
  in_force: 'active',
  over: 'ended',
  to_come: 'upcoming',
};

export const REASON_TEXTS: Record<string, string> = {
  paused: 'schedule paused',
  canceled: 'schedule canceled',
  overlap: 'previous run still open',
  missed: 'not started in time',
  superseded: 'replaced by an edit',
  excluded: 'excluded by a calendar',
  hold: 'held',
  inactive: 'owner inactive',
  disabled: 'schedule disabled',
  quota: 'quota exceeded',
  suppressed: 'suppressed by a dispatch rule',
  throttled: 'throttled',
  deduplicated: 'duplicate of an earlier run',
  deadline: 'start deadline passed',
  buffer_full: 'buffer full',
  schedule_deleted: 'schedule deleted',
  attempts_exhausted: 'all attempts failed',
  lease_exhausted: 'worker died on every attempt',
  outcome_unknown: 'outcome unknown: the worker died during an at-most-once run',
  rejected: 'rejected by the receiver',
  gone: 'receiver permanently gone',
  timeout: 'timeout',
  circuit_open: 'circuit breaker open',
  unknown_provider: 'unknown provider',
};

export const TRIGGER_TEXTS: Record<string, string> = {
  schedule: 'schedule',
  catch_up: 'catch-up',
  manual: 'manual',
  backfill: 'backfill',
  retry: 're-run',
};

export const strings = {
  dst: {
    moved: 'moved: this local time doesn’t exist on that day',
    first_pass: 'this local time occurs twice; this is the first',
    later_pass: 'this local time occurs twice; this is the second',
  } as Record<string, string>,
  noRuns: 'No runs yet',
  lastRuns: (count: number, results: string) => `Last ${count}: ${results}`,
  nothing: 'no runs',
  upcoming: (count: string, isCut: boolean) => (isCut ? `more than ${count} upcoming` : `${count} upcoming`),
  planned: 'planned',
  running: 'running',
  succeeded: 'succeeded',
  skipped: 'skipped',
  failed: 'failed',
  now: 'now',
  inTime: (length: string) => `in ${length}`,
  ago: (length: string) => `${length} ago`,
  notJson: (path: string, detail: string) => `${path} isn’t valid JSON: ${detail}`,
  notJsonAt: (path: string, line: number, column: number, detail: string) => `${path} isn’t valid JSON. Line ${line}, column ${column}: ${detail}`,
  unknownError: 'unknown error',
};
