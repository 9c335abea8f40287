// Texts for states and reasons. The codes are defined by the server; a code it adds later is shown unchanged.

export type Tone = 'good' | 'busy' | 'warn' | 'bad' | 'calm';

const TONES: Record<string, Tone> = {
  active: 'good',
  paused: 'warn',
  disabled: 'bad',
  canceled: 'calm',
  finished: 'calm',
  planned: 'calm',
  running: 'busy',
  succeeded: 'good',
  skipped: 'warn',
  failed: 'bad',
  dead: 'bad',
  queued: 'calm',
  completed: 'good',
  in_force: 'warn',
  to_come: 'busy',
  over: 'calm',
  expired: 'warn',
  revoked: 'calm',
  closed: 'good',
  failing: 'warn',
  open: 'bad',
  half_open: 'warn',
  tripped: 'bad',
  ready: 'good',
  unusable: 'bad',
};

export function tone(state: string): Tone {
  return TONES[state] ?? 'calm';
}

const REASONS: Record<string, string> = {
  paused: 'the schedule was paused',
  canceled: 'it was canceled',
  overlap: 'an earlier run was still open',
  missed: 'nobody ran it in time',
  superseded: 'an edit replaced it',
  excluded: 'a calendar leaves this day out',
  hold: 'a hold stopped it',
  inactive: 'what it belongs to is inactive',
  disabled: 'the schedule was disabled',
  quota: 'a quota of the tenant was used up',
  suppressed: 'a rule suppressed it',
  throttled: 'too many in its window',
  deduplicated: 'the same was sent before',
  deadline: 'its deadline to start had passed',
  buffer_full: 'too many were waiting already',
  schedule_deleted: 'the schedule was deleted',
  attempts_exhausted: 'every attempt failed',
  lease_exhausted: 'it took its worker down each time',
  outcome_unknown: 'its worker died, and it may not be sent twice',
  rejected: 'the receiver refused it',
  gone: 'the receiver is gone for good',
  timeout: 'it took too long',
  circuit_open: 'its receiver was being spared',
  unknown_provider: 'nobody here sends such actions',
};

/** All reason codes of the server. */
export const REASON_CODES = Object.keys(REASONS);

/** Returns the text of a reason code. */
export function reason(code: string): string {
  return REASONS[code] ?? code.replaceAll('_', ' ');
}

const TRIGGERS: Record<string, string> = {
  schedule: 'on schedule',
  catch_up: 'caught up',
  manual: 'manual run',
  backfill: 'backfilled',
  retry: 'run again',
};

export function trigger(code: string): string {
  return TRIGGERS[code] ?? code;
}
