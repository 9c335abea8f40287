import { expect, it } from 'vitest';
import { durationBetween, counted, length } from './length';

it('formats a duration with its largest unit', () => {
  const cases: [number, string][] = [
    [12, '12 ms'],
    [4_200, '4.2 s'],
    [42_000, '42 s'],
    [185_000, '3 min 05 s'],
    [7_800_000, '2 h 10 min'],
    [200_000_000, '2 d 7 h'],
  ];
  for (const [milliseconds, text] of cases) expect(length(milliseconds)).toBe(text);
});

it('has no duration without an end', () => {
  expect(durationBetween('2026-01-01T00:00:00Z', null)).toBeUndefined();
  expect(durationBetween('2026-01-01T00:00:00Z', '2026-01-01T00:00:02Z')).toBe('2.0 s');
});

it('marks a count that stopped early', () => {
  expect(counted({ count: 1_000, is_cut: true })).toBe('1,000+');
});
