// Texts and tones for states and reasons. The codes are defined by the server; a code it adds later is shown
// unchanged.
import { REASON_TEXTS, STATE_TEXTS, TRIGGER_TEXTS } from './strings';

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

/** Returns the word for a state. */
export function stateText(state: string): string {
  return STATE_TEXTS[state] ?? state.replaceAll('_', ' ');
}

/** All reason codes of the server. */
export const REASON_CODES = Object.keys(REASON_TEXTS);

/** Returns the text of a reason code. */
export function reason(code: string): string {
  return REASON_TEXTS[code] ?? code.replaceAll('_', ' ');
}

export function trigger(code: string): string {
  return TRIGGER_TEXTS[code] ?? code;
}
