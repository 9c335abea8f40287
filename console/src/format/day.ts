// Days in a time zone: civil dates as text, and the instants at which they start. Pure.
import { formatter } from './instant';
import { fromWallClock, toWallClock } from './wall-clock';

/** A civil date, such as `2026-11-16`. */
export type CivilDate = string;

const DAY_MS = 24 * 3_600_000;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Returns the text if it is a valid civil date, otherwise undefined. */
export function civilDate(text: string | undefined): CivilDate | undefined {
  return text && DATE.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
}

/** Returns the date of an instant in a zone. */
export function dateOf(instant: number, zone: string): CivilDate {
  return toWallClock(new Date(instant).toISOString(), zone).slice(0, 10);
}

/** Returns the local hour of an instant in a zone. */
export function hourOf(instant: number, zone: string): number {
  return Number(toWallClock(new Date(instant).toISOString(), zone).slice(11, 13));
}

/** Returns the local time, such as `09:00`, with seconds if they are not zero. */
export function timeOf(instant: number, zone: string): string {
  const clock = toWallClock(new Date(instant).toISOString(), zone).slice(11);
  return clock.endsWith(':00') ? clock.slice(0, 5) : clock;
}

/** Returns the instant at which a date starts in a zone. */
export function startOf(date: CivilDate, zone: string): number {
  return Date.parse(fromWallClock(`${date} 00:00:00`, zone));
}

/** Adds days, or subtracts them if negative. */
export function addDays(date: CivilDate, days: number): CivilDate {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the same day of another month, or the last day of that month if it is shorter. */
export function addMonths(date: CivilDate, months: number): CivilDate {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10);
}

/** Returns the Monday of the date's week. */
export function mondayOf(date: CivilDate): CivilDate {
  return addDays(date, -((new Date(date).getUTCDay() + 6) % 7));
}

/** Returns all dates from first to last, inclusive. */
export function datesBetween(first: CivilDate, last: CivilDate): CivilDate[] {
  const count = Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => addDays(first, index));
}

/** Formats a date, such as `Monday 16 November 2026` with all options set. */
export function dateText(date: CivilDate, options: Intl.DateTimeFormatOptions): string {
  return formatter('UTC', options).format(new Date(date)).replace(',', '');
}
