import { expect, it } from 'vitest';
import { dayOf, monthOf, monthsOf } from './month';

it('a month consists of weeks that start on Monday', () => {
  const { title, weeks } = monthOf('2026-11-16');
  expect(title).toBe('November 2026');
  expect(weeks[0]).toEqual([undefined, undefined, undefined, undefined, undefined, undefined, '2026-11-01']);
  expect(weeks.flat().filter(Boolean)).toHaveLength(30);
  expect(monthOf('2027-02-01').weeks).toHaveLength(4);
});

it('the day of an instant depends on the zone', () => {
  expect(dayOf('2026-11-16T23:30:00Z', 'Asia/Tokyo')).toBe('2026-11-17');
  expect(dayOf('2026-11-16T23:30:00Z', 'Mars/Base')).toBe('2026-11-16');
});

it('returns only months that contain a day', () => {
  expect(monthsOf(['2026-11-30', '2027-01-01', '2027-01-02', '2027-05-01'], 2).map(({ key }) => key)).toEqual(['2026-11', '2027-01']);
});
