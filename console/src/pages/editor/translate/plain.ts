// The common subset of all recurrence kinds: a step, times of day, and days. A recurrence outside this subset has
// no plain form and is not converted.

export type Step = 'minutes' | 'hours' | 'days' | 'weeks' | 'months' | 'years';

export interface PlainRecurrence {
  step: Step;
  /** Interval, in steps. */
  every: number;
  /** Times of day such as `09:00`, for days and longer steps. */
  times: string[];
  /** `MO` to `SU`, for weeks. */
  weekdays: string[];
  /** Days of the month, for months and years; −1 is the last. */
  monthDays: number[];
  /** Month, for years. */
  month?: number;
}

export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

export function plain(step: Step, part: Partial<PlainRecurrence> = {}): PlainRecurrence {
  return { step, every: 1, times: [], weekdays: [], monthDays: [], ...part };
}

/** `9`, `5` → `09:05` */
export function time(hour: number, minute: number): string {
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

/** Parses `09:05` or `09:05:00`. Returns undefined for times with seconds and for other texts. */
export function clockOf(text: string): { hour: number; minute: number } | undefined {
  const found = /^(\d{1,2}):(\d{2})(?::00)?$/.exec(text.trim());
  if (!found) return undefined;
  const [hour, minute] = [Number(found[1]), Number(found[2])];
  return hour < 24 && minute < 60 ? { hour, minute } : undefined;
}

/** Returns the hours and minutes of the times, if the times are all combinations of the two. */
export function pairing(times: string[]): { hours: number[]; minutes: number[] } | undefined {
  const clocks = times.map(clockOf);
  const known = clocks.filter((one) => one !== undefined);
  if (known.length !== clocks.length || known.length === 0) return undefined;
  const hours = sorted(known.map(({ hour }) => hour));
  const minutes = sorted(known.map(({ minute }) => minute));
  const pairs = new Set(known.map(({ hour, minute }) => time(hour, minute)));
  return pairs.size === hours.length * minutes.length ? { hours, minutes } : undefined;
}

export function sorted(numbers: number[]): number[] {
  return [...new Set(numbers)].toSorted((one, next) => one - next);
}
