// Converts a dispatch rule to a form draft and back.
import type { Rule } from '../../api/controls';
import { readJson } from '../../format/read-json';
import type { Effect, EffectName } from './effect';
import { effectStrings } from './strings';

export interface Hours {
  days: string[];
  from: string;
  to: string;
}

export interface RuleDraft {
  priority: number;
  condition: string;
  description: string;
  isEnabled: boolean;
  timezone: string;
  onError: 'open' | 'closed';
  hours: Hours[];
  action: EffectName;
  /** Parameters of all effects, each in the type of its input. */
  reason: string;
  length: string;
  provider: string;
  limit: number;
  key: string;
  beyond: 'skip' | 'wait';
  patch: string;
}

export function ruleDraft(rule: Rule | undefined): RuleDraft {
  const then: Partial<Record<string, unknown>> = rule?.then ?? { action: 'suppress' };
  const length = then['ttl'] ?? then['window'] ?? then['by'];
  return {
    priority: rule?.priority ?? 100,
    condition: rule?.condition ?? '',
    description: rule?.description ?? '',
    isEnabled: rule?.enabled ?? true,
    timezone: rule?.timezone ?? 'UTC',
    onError: rule?.on_error ?? 'open',
    hours: rule?.active?.map(({ days = [], from, to }) => ({ days, from: minutes(from), to: minutes(to) })) ?? [],
    action: (rule?.then.action ?? 'suppress') satisfies EffectName,
    reason: String(then['reason'] ?? ''),
    length: String(length ?? '1h'),
    provider: String(then['provider'] ?? ''),
    limit: Number(then['limit'] ?? 100),
    key: String(then['key'] ?? 'tenant'),
    beyond: then['beyond'] === 'wait' ? 'wait' : 'skip',
    patch: JSON.stringify(then['patch'] ?? {}, null, 2),
  };
}

export function ruleOf(draft: RuleDraft): Rule {
  const active = draft.hours.map(({ days, from, to }) => ({ days, from: from || null, to: to || null }));
  return {
    priority: draft.priority,
    condition: draft.condition.trim(),
    description: draft.description.trim(),
    enabled: draft.isEnabled,
    timezone: draft.timezone,
    on_error: draft.onError,
    active,
    then: effectOf(draft),
  } as Rule;
}

function effectOf({ action, reason, length, provider, limit, key, beyond, patch }: RuleDraft): Effect {
  switch (action) {
    case 'allow':
      return { action };
    case 'deny':
    case 'suppress':
      return { action, reason: reason.trim() };
    case 'dedup':
      return { action, ttl: length.trim() };
    case 'reroute':
      return { action, provider: provider.trim() };
    case 'throttle':
      return { action, limit, window: length.trim(), key: key.trim() || 'tenant', beyond };
    case 'modify':
      return { action, patch: readJson(effectStrings.patchName, patch) ?? {} } as Effect;
    case 'delay':
      return { action, by: length.trim() };
  }
}

/** `22:00:00` → `22:00`. */
function minutes(time: string | null | undefined): string {
  return time?.replace(/^(\d\d:\d\d):00$/, '$1') ?? '';
}
