import { describe, expect, it } from 'vitest';
import { addDays, addMonths, civilDate, dateOf, datesBetween, dateText, hourOf, mondayOf, startOf, timeOf } from './day';

const iso = (instant: number) => new Date(instant).toISOString();

describe('days of a time zone', () => {
  it('start at local midnight', () => {
    expect(iso(startOf('2026-11-16', 'Europe/Berlin'))).toBe('2026-11-15T23:00:00.000Z');
    expect(iso(startOf('2026-07-01', 'Asia/Kolkata'))).toBe('2026-06-30T18:30:00.000Z');
    expect(startOf('2026-03-30', 'Europe/Berlin') - startOf('2026-03-29', 'Europe/Berlin')).toBe(23 * 3_600_000);
  });
  it('are the local date, hour and time of an instant', () => {
    const at = Date.parse('2026-11-15T23:30:00Z');
    expect([dateOf(at, 'Europe/Berlin'), dateOf(at, 'UTC')]).toEqual(['2026-11-16', '2026-11-15']);
    expect([hourOf(at, 'Europe/Berlin'), timeOf(at, 'UTC'), timeOf(at + 5_000, 'UTC')]).toEqual([0, '23:30', '23:30:05']);
  });
});

describe('dates', () => {
  it('are added without time zones', () => {
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01');
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
    expect(addMonths('2026-01-15', -1)).toBe('2025-12-15');
    expect([mondayOf('2026-11-16'), mondayOf('2026-11-22')]).toEqual(['2026-11-16', '2026-11-16']);
    expect(datesBetween('2026-02-27', '2026-03-01')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
    expect(dateText('2026-11-16', { weekday: 'long' })).toBe('Monday');
  });
  it('are undefined for other texts', () => {
    expect(civilDate('2026-11-16')).toBe('2026-11-16');
    for (const text of [undefined, '', '2026-11-99', 'today', '2026-11-16T00:00:00Z']) expect(civilDate(text)).toBeUndefined();
  });
});
