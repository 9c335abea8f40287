// The recent runs of a schedule as bars, whose height shows the duration, and as a summary text.
import type { Recent } from '../api/schedules';
import { length, whole } from './length';
import { strings } from './strings';
import { reason, stateText, tone, type Tone } from './words';

export interface Bar {
  id: number;
  tone: Tone;
  /** Height from 0 to 1. */
  height: number;
  description: string;
}

const MIN_HEIGHT = 0.18;
const RESULT_STATES = ['succeeded', 'skipped', 'failed'] as const;

export type Results = Record<(typeof RESULT_STATES)[number], number>;

/** Formats counts as `3 succeeded, 0 skipped, 1 failed`. */
export function resultsText(results: Results): string {
  return RESULT_STATES.map((state) => `${whole(results[state])} ${strings[state]}`).join(', ');
}

/** Returns the duration of a run in milliseconds, or undefined if it never started. */
export function durationOf(row: Recent): number | undefined {
  return row.started_at && row.ended_at ? Math.max(0, Date.parse(row.ended_at) - Date.parse(row.started_at)) : undefined;
}

/**
 * Returns one bar per run. Heights are logarithmic: runs of ten seconds and of ten milliseconds must both be
 * visible.
 */
export function bars(rows: Recent[]): Bar[] {
  const longest = Math.max(...rows.map((row) => Math.log1p(durationOf(row) ?? 0)), Number.EPSILON);
  return rows.map((row) => {
    const ms = durationOf(row);
    const height = ms === undefined ? MIN_HEIGHT : MIN_HEIGHT + (1 - MIN_HEIGHT) * (Math.log1p(ms) / longest);
    const why = row.reason ? `, ${reason(row.reason)}` : '';
    return { id: row.id, tone: tone(row.state), height, description: `${stateText(row.state)}${why}${ms === undefined ? '' : `, ${length(ms)}`}` };
  });
}

/** Formats a summary: `Last 20: 18 succeeded, 1 skipped, 1 failed`. */
export function summary(rows: Recent[]): string {
  if (rows.length === 0) return strings.noRuns;
  const counts = RESULT_STATES.map((state) => [strings[state], rows.filter((row) => row.state === state).length] as const);
  const description = counts.filter(([, count]) => count > 0).map(([word, count]) => `${count} ${word}`);
  return strings.lastRuns(rows.length, description.join(', '));
}
