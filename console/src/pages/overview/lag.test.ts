import { expect, it } from 'vitest';
import type { Occurrence } from '../../api/ledger';
import { lagOf } from './lag';

const row = (late: number, part: Partial<Occurrence> = {}) =>
  ({ trigger: 'schedule', attempt: 1, due_at: '2026-11-16T09:00:00Z', started_at: new Date(Date.parse('2026-11-16T09:00:00Z') + late).toISOString(), ...part }) as Occurrence;

it('counts runs that started on schedule at their first attempt', () => {
  expect(lagOf([row(10), row(30), row(20), row(9_000, { attempt: 2 }), row(9_000, { trigger: 'backfill' })])).toEqual({ median: 20, most: 30, count: 3 });
});

it('is undefined without started runs', () => {
  expect(lagOf([row(5, { started_at: null })])).toBeUndefined();
});
