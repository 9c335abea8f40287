import { expect, it } from 'vitest';
import { datesOf, shiftDate, titleOf } from './window';

it('a week starts on Monday, a month with the week of its first day', () => {
  expect(datesOf('day', '2026-11-18')).toEqual(['2026-11-18']);
  expect([datesOf('week', '2026-11-18')[0], datesOf('week', '2026-11-18').at(-1)]).toEqual(['2026-11-16', '2026-11-22']);
  const month = datesOf('month', '2026-11-18');
  expect([month[0], month.at(-1), month.length]).toEqual(['2026-10-26', '2026-12-06', 42]);
  expect(datesOf('month', '2027-02-10')).toHaveLength(28);
});

it('returns the previous and the next range', () => {
  expect(shiftDate('day', '2026-11-30', 1)).toBe('2026-12-01');
  expect(shiftDate('week', '2026-11-18', -1)).toBe('2026-11-11');
  expect(shiftDate('month', '2026-01-31', 1)).toBe('2026-02-28');
});

it('formats the title of the range', () => {
  expect(titleOf('day', '2026-11-16')).toBe('Monday 16 November 2026');
  expect(titleOf('week', '2026-11-18')).toBe('16 – 22 November 2026');
  expect(titleOf('week', '2026-12-01')).toBe('30 November – 6 December 2026');
  expect(titleOf('month', '2026-11-18')).toBe('November 2026');
});
