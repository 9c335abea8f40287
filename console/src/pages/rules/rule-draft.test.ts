import { expect, it } from 'vitest';
import type { Rule } from '../../api/controls';
import { describeEffect } from './effect';
import { ruleDraft, ruleOf } from './rule-draft';

const rest = { priority: 10, condition: "kind == 'x'", description: 'd', enabled: false, timezone: 'Europe/Berlin', on_error: 'closed', active: [] } as const;
const EFFECTS: Rule['then'][] = [
  { action: 'allow' },
  { action: 'deny', reason: 'no' },
  { action: 'suppress', reason: 'night' },
  { action: 'dedup', ttl: '2h' },
  { action: 'reroute', provider: 'queue' },
  { action: 'throttle', limit: 7, window: '1m', key: 'payload.customer', beyond: 'wait' },
  { action: 'modify', patch: { a: null } as never },
  { action: 'delay', by: '5m' },
];

it.each(EFFECTS)('keeps every field of a rule with the effect $action through the form', (then) => {
  const rule = { ...rest, then } as unknown as Rule;
  expect(ruleOf(ruleDraft(rule))).toEqual(rule);
  expect(describeEffect(then)).not.toBe('');
});

it('hours are shown without seconds if they are zero', () => {
  const rule = { ...rest, then: { action: 'allow' }, active: [{ days: ['monday'], from: '22:00:00', to: null }] } as unknown as Rule;
  const draft = ruleDraft(rule);
  expect(draft.hours).toEqual([{ days: ['monday'], from: '22:00', to: '' }]);
  expect(ruleOf(draft).active).toEqual([{ days: ['monday'], from: '22:00', to: null }]);
});
