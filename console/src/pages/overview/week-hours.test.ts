import { expect, it } from 'vitest';
import { depths, weekHours } from './week-hours';

it('slots fall on the hours of the zone, and the larger of two counts wins', () => {
  const slots = [
    { at: '2026-11-15T23:00:00Z', schedules: 2 },
    { at: '2026-11-16T08:00:00Z', schedules: 3 },
    { at: '2026-11-23T08:00:00Z', schedules: 1 },
  ];
  const hours = weekHours(slots, 'Europe/Berlin');
  expect([hours.length, hours[0], hours[9], hours[10]]).toEqual([168, 2, 3, 0]);
});

it('the color depth grows from zero to the maximum', () => {
  expect(depths([0, 2, 3, 5])).toEqual([0, 1, 2, 4]);
  expect(depths([0, 7, 7])).toEqual([0, 1, 1]);
  expect(depths([0, 0])).toEqual([0, 0]);
});
