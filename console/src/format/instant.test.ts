import { describe, expect, it } from 'vitest';
import { exact, offset, relative, short } from './instant';

const NOW = Date.parse('2026-11-16T09:00:00Z');
const relativeToNow = (instant: string) => relative(instant, NOW);

describe('instants for people', () => {
  it('are exact in their own zone, with its offset then', () => {
    expect(exact('2026-11-16T08:00:00Z', 'Europe/Paris')).toBe('Mon 16 Nov 2026, 09:00:00 +01:00');
    expect(exact('2026-07-01T08:00:00Z', 'Europe/Paris')).toBe('Wed 01 Jul 2026, 10:00:00 +02:00');
  });
  it('have offsets that are not whole hours', () => {
    expect(offset('2026-01-01T00:00:00Z', 'Asia/Kolkata')).toBe('+05:30');
    expect(offset('2026-01-01T00:00:00Z', 'America/New_York')).toBe('−05:00');
    expect(offset('2026-01-01T00:00:00Z', 'UTC')).toBe('Z');
  });
  it('are short where the year and the seconds go without saying', () => {
    expect(short('2026-11-16T08:00:00Z', 'UTC', NOW)).toBe('16 Nov 08:00');
    expect(short('2027-01-02T08:00:05Z', 'UTC', NOW)).toBe('02 Jan 2027 08:00:05');
  });
  it('fall back to UTC in a zone that is not known', () => {
    expect(short('2026-11-16T08:00:00Z', 'Mars/Base', NOW)).toBe('16 Nov 08:00');
  });
  it('are told relative to now', () => {
    expect(relativeToNow('2026-11-16T09:00:00.4Z')).toBe('now');
    expect(relativeToNow('2026-11-16T09:00:59Z')).toBe('in 59s');
    expect(relativeToNow('2026-11-16T07:59:00Z')).toBe('1h ago');
    expect(relativeToNow('2026-11-20T09:00:00Z')).toBe('in 4d');
  });
});
