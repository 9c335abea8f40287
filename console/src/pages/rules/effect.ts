// Descriptions of the effects of dispatch rules.
import type { Rule } from '../../api/controls';

export type Effect = Rule['then'];
export type EffectName = Effect['action'];

export const EFFECTS: Record<EffectName, { label: string; description: string }> = {
  allow: { label: 'allow', description: 'Lets it through, past all rules behind.' },
  deny: { label: 'deny', description: 'It fails, and is a dead letter that can be run again.' },
  suppress: { label: 'suppress', description: 'It is recorded as skipped.' },
  dedup: { label: 'dedup', description: 'Says how long the action’s dedup key is remembered.' },
  reroute: { label: 'reroute', description: 'Another provider sends it.' },
  throttle: { label: 'throttle', description: 'At most so many in a window.' },
  modify: { label: 'modify', description: 'Changes the payload by a JSON merge patch, for this sending alone.' },
  delay: { label: 'delay', description: 'Sends it so long after it was due.' },
};

export const EFFECT_NAMES = Object.keys(EFFECTS) as EffectName[];

/** Describes an effect, such as `suppresses it: quiet hours`. */
export function describeEffect(then: Effect): string {
  switch (then.action) {
    case 'allow':
      return 'lets it through';
    case 'deny':
      return `refuses it: ${then.reason}`;
    case 'suppress':
      return `suppresses it: ${then.reason}`;
    case 'dedup':
      return `remembers its dedup key for ${then.ttl}`;
    case 'reroute':
      return `lets ${then.provider} send it`;
    case 'throttle':
      return `at most ${then.limit} in ${then.window} per ${then.key ?? 'tenant'}; others ${then.beyond === 'wait' ? 'wait' : 'are skipped'}`;
    case 'modify':
      return `changes ${patchedFields(then.patch)}`;
    case 'delay':
      return `sends it ${then.by} later`;
  }
}

function patchedFields(patch: unknown): string {
  const names = typeof patch === 'object' && patch !== null ? Object.keys(patch) : [];
  return names.length === 0 ? 'the payload' : names.map((name) => `payload.${name}`).join(', ');
}

/** Returns the tone of an effect: how strongly it affects an action. */
export function effectTone(action: EffectName): string {
  if (action === 'deny') return 'bad';
  if (action === 'suppress' || action === 'throttle' || action === 'delay') return 'warn';
  return action === 'allow' ? 'good' : 'busy';
}
