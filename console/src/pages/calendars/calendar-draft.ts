// Form draft of a calendar: weekdays that are always off, and dates.
import type { Calendar } from '../../api/controls';
import { WEEKDAYS, type Weekday, weekdayOf } from './year';

export interface CalendarDraft {
  weekend: Weekday[];
  dates: ReadonlySet<string>;
}

export function calendarDraft(calendar: Calendar | null | undefined): CalendarDraft {
  const weekend = [calendar?.weekend ?? []].flat();
  return { weekend: WEEKDAYS.filter((day) => weekend.includes(day)), dates: new Set(calendar?.dates) };
}

export function calendarOf({ weekend, dates }: CalendarDraft): Calendar {
  return { weekend, dates: [...dates].toSorted() };
}

export function toggleDate({ weekend, dates }: CalendarDraft, date: string): CalendarDraft {
  const changed = new Set(dates);
  if (!changed.delete(date)) changed.add(date);
  return { weekend, dates: changed };
}

export function isSame(one: CalendarDraft, other: CalendarDraft): boolean {
  return JSON.stringify(calendarOf(one)) === JSON.stringify(calendarOf(other));
}

/** Returns why a day is off, or undefined if it is not. */
export function dayOffReason({ weekend, dates }: CalendarDraft, date: string): 'date' | 'weekend' | undefined {
  if (dates.has(date)) return 'date';
  return weekend.includes(weekdayOf(date)) ? 'weekend' : undefined;
}
