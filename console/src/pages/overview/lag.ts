// Start delay of runs. Pure.
import type { Occurrence } from '../../api/ledger';

export interface Lag {
  /** Median start delay, in milliseconds. */
  median: number;
  most: number;
  count: number;
}

/**
 * Computes the start delay of occurrences whose first attempt started on schedule. Occurrences that were caught
 * up, backfilled or retried are late by definition and left out.
 */
export function lagOf(rows: Occurrence[]): Lag | undefined {
  const lags = rows
    .filter((row) => row.trigger === 'schedule' && row.attempt === 1 && row.started_at)
    .map((row) => Math.max(0, Date.parse(row.started_at ?? '') - Date.parse(row.due_at)))
    .toSorted((a, b) => a - b);
  const [median, most] = [lags[Math.floor(lags.length / 2)], lags.at(-1)];
  return median === undefined || most === undefined ? undefined : { median, most, count: lags.length };
}
