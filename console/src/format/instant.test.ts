import { describe, expect, it } from 'vitest';
import { dayAndTime, exact, offset, relative, short } from './instant';

const NOW = Date.parse('2026-11-16T09:00:00Z');
const relativeToNow = (instant: string) => relative(instant, NOW);

describe('formatted instants', () => {
  it('have the offset of their zone at that instant', () => {
    expect(exact('2026-11-16T08:00:00Z', 'Europe/Paris')).toBe('Mon 16 Nov 2026, 09:00:00 +01:00');
    expect(exact('2026-07-01T08:00:00Z', 'Europe/Paris')).toBe('Wed 01 Jul 2026, 10:00:00 +02:00');
  });
  it('support offsets that are not whole hours', () => {
    expect(offset('2026-01-01T00:00:00Z', 'Asia/Kolkata')).toBe('+05:30');
    expect(offset('2026-01-01T00:00:00Z', 'America/New_York')).toBe('−05:00');
    expect(offset('2026-01-01T00:00:00Z', 'UTC')).toBe('Z');
  });
  it('omit the current year and zero seconds', () => {
    expect(short('2026-11-16T08:00:00Z', 'UTC', NOW)).toBe('16 Nov 08:00');
    expect(short('2027-01-02T08:00:05Z', 'UTC', NOW)).toBe('02 Jan 2027 08:00:05');
  });
  it('have a weekday, a time and an offset in every zone', () => {
    expect(dayAndTime('2026-11-16T08:00:00Z', 'Europe/Paris')).toBe('Mon 09:00:00 +01:00');
    expect(dayAndTime('2026-11-16T23:30:00Z', 'UTC')).toBe('Mon 23:30:00 Z');
  });
  it('use UTC for an unknown zone', () => {
    expect(short('2026-11-16T08:00:00Z', 'Mars/Base', NOW)).toBe('16 Nov 08:00');
  });
  it('are relative to now', () => {
    expect(relativeToNow('2026-11-16T09:00:00.4Z')).toBe('now');
    expect(relativeToNow('2026-11-16T09:00:59Z')).toBe('in 59s');
    expect(relativeToNow('2026-11-16T07:59:00Z')).toBe('1h ago');
    expect(relativeToNow('2026-11-20T09:00:00Z')).toBe('in 4d');
  });
});
