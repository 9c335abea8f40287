import { expect, it } from 'vitest';
import { invalidatedKeys } from './invalidation';
import type { ServerEvent } from './stream';

const serverEvent = (kind: ServerEvent['kind'], schedule?: string): ServerEvent => ({ kind, at: '2026-01-01T00:00:00Z', schedule });

it('a completed run invalidates the schedule, the ledger and the statistics', () => {
  expect(invalidatedKeys(serverEvent('completed', 'digest'))).toEqual(expect.arrayContaining([['schedule', 'digest'], ['occurrences'], ['stats']]));
});

it('a log line invalidates nothing', () => {
  expect(invalidatedKeys(serverEvent('logged', 'digest'))).toEqual([]);
});
