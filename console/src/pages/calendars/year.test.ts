import { expect, it } from 'vitest';
import { isDate, addDays, monthsOf, formatDate, weekdayOf } from './year';

it('months have their days in weeks that start on Monday', () => {
  const months = monthsOf(2028);
  expect(months.map(({ days }) => days.length)).toEqual([31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]);
  expect(months[0]).toMatchObject({ name: 'January', blanks: 5 });
  expect(months[11]?.days.at(-1)).toBe('2028-12-31');
});

it('dates are added without time zones', () => {
  expect(weekdayOf('2026-12-25')).toBe('friday');
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(formatDate('2026-12-25')).toBe('Friday 25 December 2026');
  expect(isDate('2027-02-29')).toBe(false);
  expect(isDate('2028-02-29')).toBe(true);
});
