import { expect, it } from 'vitest';
import { fromWallClock, toWallClock } from './wall-clock';

const check = (wall: string, zone: string, instant: string) => expect(fromWallClock(wall, zone)).toBe(instant);

it('converts a local time to an instant', () => {
  check('2026-11-16 09:00:00', 'Europe/Paris', '2026-11-16T08:00:00Z');
  check('2026-07-01 09:00:00', 'America/New_York', '2026-07-01T13:00:00Z');
  check('2026-01-01 00:00:00', 'Asia/Kolkata', '2025-12-31T18:30:00Z');
});

it('uses the first of two equal local times', () => {
  check('2026-10-25 02:30:00', 'Europe/Berlin', '2026-10-25T00:30:00Z');
});

it('moves a skipped local time past the gap', () => {
  check('2026-03-29 02:30:00', 'Europe/Berlin', '2026-03-29T01:30:00Z');
});

it('converts back to the same instant', () => {
  const instant = '2026-04-04T16:15:05Z';
  expect(fromWallClock(toWallClock(instant, 'Australia/Lord_Howe'), 'Australia/Lord_Howe')).toBe(instant);
});
