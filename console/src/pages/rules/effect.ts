// Descriptions of the effects of dispatch rules.
import type { Rule } from '../../api/controls';
import { EFFECT_TEXTS, effectStrings as strings } from './strings';

export type Effect = Rule['then'];
export type EffectName = Effect['action'];

export const EFFECT_NAMES = Object.keys(EFFECT_TEXTS) as EffectName[];

/** Describes an effect, such as `skip: quiet hours`. */
export function describeEffect(then: Effect): string {
  switch (then.action) {
    case 'allow':
      return strings.allow;
    case 'deny':
      return strings.deny(then.reason);
    case 'suppress':
      return strings.suppress(then.reason);
    case 'dedup':
      return strings.dedup(String(then.ttl));
    case 'reroute':
      return strings.reroute(then.provider);
    case 'throttle':
      return strings.throttle(then.limit, String(then.window), then.key ?? 'tenant', then.beyond === 'wait');
    case 'modify':
      return strings.modify(patchedFields(then.patch));
    case 'delay':
      return strings.delay(String(then.by));
  }
}

function patchedFields(patch: unknown): string {
  const names = typeof patch === 'object' && patch !== null ? Object.keys(patch) : [];
  return names.length === 0 ? strings.wholePayload : names.map((name) => `payload.${name}`).join(', ');
}

/** Returns the tone of an effect: how strongly it affects an action. */
export function effectTone(action: EffectName): string {
  if (action === 'deny') return 'bad';
  if (action === 'suppress' || action === 'throttle' || action === 'delay') return 'warn';
  return action === 'allow' ? 'good' : 'busy';
}
