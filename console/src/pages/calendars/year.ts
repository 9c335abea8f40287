// A year as twelve months of dates such as `2026-12-25`. Pure, without time zones.
import { common } from '../../ui/strings';

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** Returns the short name of a weekday, such as `Mon`. */
export function shortWeekday(day: Weekday): string {
  return common.weekdays[WEEKDAYS.indexOf(day)] ?? day;
}

const DAY_MS = 86_400_000;

export interface Month {
  name: string;
  /** Number of empty cells in the first week; weeks start on Monday. */
  blanks: number;
  days: string[];
}

export function monthsOf(year: number): Month[] {
  return Array.from({ length: 12 }, (_, month) => {
    const first = Date.UTC(year, month, 1);
    const count = Math.round((Date.UTC(year, month + 1, 1) - first) / DAY_MS);
    const name = new Date(first).toLocaleDateString('en-GB', { month: 'long', timeZone: 'UTC' });
    const days = Array.from({ length: count }, (__, day) => dateOf(first + day * DAY_MS));
    return { name, blanks: WEEKDAYS.indexOf(weekdayOf(days[0] ?? '')), days };
  });
}

export function weekdayOf(date: string): Weekday {
  // JavaScript's week starts on Sunday.
  return WEEKDAYS[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7] ?? 'monday';
}

/** Returns the date the given number of days later. */
export function addDays(date: string, days: number): string {
  return dateOf(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS);
}

/** Formats a date as `Friday 25 December 2026`. */
export function formatDate(date: string): string {
  const options = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return new Date(`${date}T00:00:00Z`).toLocaleDateString('en-GB', options).replace(',', '');
}

/** Whether a text is an existing date. */
export function isDate(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(at) && dateOf(at) === text;
}

/** Returns the current date in the zone of the machine. */
export function dateNow(now: number): string {
  return new Date(now).toLocaleDateString('sv-SE');
}

function dateOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
