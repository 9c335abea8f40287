import { expect, it } from 'vitest';
import type { Hold } from '../../api/controls';
import { holdDraft, holdOf } from './hold-draft';

it('nothing of a hold is lost on its way through the form', () => {
  const hold: Hold = {
    code: 'legal',
    note: 'case 4711',
    selects: { schedules: ['digest'], labels: { customer: 'acme' }, scope: { type: 'engagement', id: '7' } },
    from: '2026-11-01T00:00:00Z',
    until: null,
  };
  expect(holdOf(holdDraft(hold))).toEqual(hold);
});

it('a new hold covers nothing until someone says what', () => {
  const draft = holdDraft(undefined);
  expect(() => holdOf(draft)).toThrow('Nothing says what the hold covers');
  expect(holdOf({ ...draft, isForAll: true }).selects).toEqual({ schedules: [], labels: {}, scope: null });
});

it('a hold that ends before it begins is refused', () => {
  const draft = { ...holdDraft(undefined), isForAll: true, from: '2026-11-02T00:00:00Z', until: '2026-11-01T00:00:00Z' };
  expect(() => holdOf(draft)).toThrow('ends before it begins');
});
