// How late runs begin. Pure.
import type { Occurrence } from '../../api/ledger';

export interface Lag {
  /** In milliseconds. */
  median: number;
  most: number;
  count: number;
}

/** Of rows whose first attempt began on schedule: what was caught up, backfilled or tried again is late by itself. */
export function lagOf(rows: Occurrence[]): Lag | undefined {
  const lags = rows
    .filter((row) => row.trigger === 'schedule' && row.attempt === 1 && row.started_at)
    .map((row) => Math.max(0, Date.parse(row.started_at ?? '') - Date.parse(row.due_at)))
    .toSorted((a, b) => a - b);
  const [median, most] = [lags[Math.floor(lags.length / 2)], lags.at(-1)];
  return median === undefined || most === undefined ? undefined : { median, most, count: lags.length };
}
