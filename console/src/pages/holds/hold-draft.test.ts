import { expect, it } from 'vitest';
import type { Hold } from '../../api/controls';
import { holdDraft, holdOf } from './hold-draft';

it('keeps every field of a hold through the form', () => {
  const hold: Hold = {
    code: 'legal',
    note: 'case 4711',
    selects: { schedules: ['digest'], labels: { customer: 'acme' }, scope: { type: 'engagement', id: '7' } },
    from: '2026-11-01T00:00:00Z',
    until: null,
  };
  expect(holdOf(holdDraft(hold))).toEqual(hold);
});

it('a new hold selects no schedules', () => {
  const draft = holdDraft(undefined);
  expect(() => holdOf(draft)).toThrow('The hold doesn’t select any schedules');
  expect(holdOf({ ...draft, isForAll: true }).selects).toEqual({ schedules: [], labels: {}, scope: null });
});

it('rejects a hold that ends before it starts', () => {
  const draft = { ...holdDraft(undefined), isForAll: true, from: '2026-11-02T00:00:00Z', until: '2026-11-01T00:00:00Z' };
  expect(() => holdOf(draft)).toThrow('ends before it starts');
});
