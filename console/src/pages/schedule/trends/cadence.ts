// The configured and the actual interval between runs of a schedule. Pure.
import type { Occurrence } from '../../../api/ledger';

export interface Cadence {
  /** Interval between occurrences of the recurrence, in milliseconds; the median if they differ. */
  configured: number | undefined;
  /** Whether all upcoming occurrences are equally far apart. */
  isEven: boolean;
  /** Median interval between the starts of two runs. */
  effective: number | undefined;
  /** Median start delay, and median duration of a run. */
  waits: number | undefined;
  runs: number | undefined;
  /** Number of occurrences on schedule, and how many of them were skipped. */
  rows: number;
  skipped: number;
  /** Most frequent skip reason. */
  reason: string | undefined;
  /** Whether the schedule runs clearly less often than configured. */
  isSlow: boolean;
}

/** Minimum number of runs for a judgment. */
const RUNS_MIN = 5;
/** Factor over the configured interval from which the schedule counts as slow. */
const SLOW_FROM = 1.2;

export function median(numbers: number[]): number | undefined {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

function gaps(instants: number[]): number[] {
  return instants.slice(1).map((at, index) => at - (instants[index] ?? at));
}

export function cadenceOf(rows: Occurrence[], next: string[]): Cadence {
  const own = rows.filter(({ trigger, state }) => trigger === 'schedule' && state !== 'planned');
  const started = own.filter(({ started_at }) => started_at);
  const ahead = gaps(next.map((at) => Date.parse(at)));
  const configured = median(ahead);
  const isEven = ahead.length > 0 && Math.max(...ahead) === Math.min(...ahead);
  const starts = started.map(({ started_at }) => Date.parse(started_at ?? '')).toSorted((a, b) => a - b);
  const effective = starts.length > 1 ? median(gaps(starts)) : undefined;
  const skipped = own.filter(({ state }) => state === 'skipped');
  return {
    configured,
    isEven,
    effective,
    waits: median(started.filter(({ attempt }) => attempt === 1).map((row) => Math.max(0, Date.parse(row.started_at ?? '') - Date.parse(row.due_at)))),
    runs: median(started.filter(({ ended_at }) => ended_at).map((row) => Date.parse(row.ended_at ?? '') - Date.parse(row.started_at ?? ''))),
    rows: own.length,
    skipped: skipped.length,
    reason: commonest(skipped.map(({ reason }) => reason ?? '')),
    isSlow: isEven && starts.length >= RUNS_MIN && configured !== undefined && effective !== undefined && effective > configured * SLOW_FROM,
  };
}

function commonest(texts: string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}
