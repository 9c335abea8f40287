// Days of a zone: civil dates as texts, and the instants at which they begin. Pure.
import { formatter } from './instant';
import { fromWallClock, toWallClock } from './wall-clock';

/** A civil date, `2026-11-16`. */
export type CivilDate = string;

const DAY_MS = 24 * 3_600_000;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** The date that a text names; none when it names none. */
export function civilDate(text: string | undefined): CivilDate | undefined {
  return text && DATE.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
}

/** The date of an instant in a zone. */
export function dateOf(instant: number, zone: string): CivilDate {
  return toWallClock(new Date(instant).toISOString(), zone).slice(0, 10);
}

/** The hour that a clock in the zone shows. */
export function hourOf(instant: number, zone: string): number {
  return Number(toWallClock(new Date(instant).toISOString(), zone).slice(11, 13));
}

/** `09:00` in a zone, with seconds where they are not zero. */
export function timeOf(instant: number, zone: string): string {
  const clock = toWallClock(new Date(instant).toISOString(), zone).slice(11);
  return clock.endsWith(':00') ? clock.slice(0, 5) : clock;
}

/** The instant at which a date begins in a zone. */
export function startOf(date: CivilDate, zone: string): number {
  return Date.parse(fromWallClock(`${date} 00:00:00`, zone));
}

/** So many days later, or earlier. */
export function addDays(date: CivilDate, days: number): CivilDate {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The same day of another month, or its last one. */
export function addMonths(date: CivilDate, months: number): CivilDate {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10);
}

/** The Monday of its week. */
export function mondayOf(date: CivilDate): CivilDate {
  return addDays(date, -((new Date(date).getUTCDay() + 6) % 7));
}

/** The dates from one to another, both included. */
export function datesBetween(first: CivilDate, last: CivilDate): CivilDate[] {
  const count = Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => addDays(first, index));
}

/** A date in words, such as `Monday 16 November 2026` with everything asked for. */
export function dateText(date: CivilDate, options: Intl.DateTimeFormatOptions): string {
  return formatter('UTC', options).format(new Date(date)).replace(',', '');
}
