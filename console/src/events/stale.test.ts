import { expect, it } from 'vitest';
import { staleAfter } from './stale';
import type { Told } from './stream';

const told = (kind: Told['kind'], schedule?: string): Told => ({ kind, at: '2026-01-01T00:00:00Z', schedule });

it('an end makes the schedule, the ledger and the numbers old', () => {
  expect(staleAfter(told('ended', 'digest'))).toEqual(expect.arrayContaining([['schedule', 'digest'], ['occurrences'], ['stats']]));
});

it('a line of a log makes nothing old', () => {
  expect(staleAfter(told('logged', 'digest'))).toEqual([]);
});
