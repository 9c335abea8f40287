import { expect, it } from 'vitest';
import type { Recent } from '../api/schedules';
import { bars, summary } from './recent';

const row = (id: number, state: string, ms?: number): Recent => ({
  id,
  state,
  reason: state === 'skipped' ? 'overlap' : null,
  due_at: '2026-01-01T00:00:00Z',
  started_at: ms === undefined ? null : '2026-01-01T00:00:00.000Z',
  ended_at: new Date(Date.UTC(2026, 0, 1) + (ms ?? 0)).toISOString(),
});

it('the height grows with the duration, and runs that never started are low', () => {
  const [short, long, skipped] = bars([row(1, 'succeeded', 10), row(2, 'failed', 10_000), row(3, 'skipped')]);
  expect(long?.height).toBe(1);
  expect(short?.height).toBeGreaterThan(skipped?.height ?? 1);
  expect(skipped).toMatchObject({ tone: 'warn', description: 'skipped, previous run still open' });
});

it('runs without a duration have a height', () => {
  expect(bars([row(1, 'succeeded', 0)])[0]?.height).toBeGreaterThan(0);
});

it('summarizes the results', () => {
  expect(summary([row(1, 'succeeded', 1), row(2, 'succeeded', 1), row(3, 'failed', 1)])).toBe('Last 3: 2 succeeded, 1 failed');
  expect(summary([])).toBe('No runs yet');
});
