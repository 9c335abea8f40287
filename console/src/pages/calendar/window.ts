// Dates shown by each calendar view, and the targets of its arrows. Pure.
import { addDays, addMonths, type CivilDate, datesBetween, dateText, mondayOf } from '../../format/day';
import type { CalendarView } from '../../app/search';

export function datesOf(view: CalendarView, date: CivilDate): CivilDate[] {
  switch (view) {
    case 'day':
    case 'timeline':
      return [date];
    case 'week':
      return datesBetween(mondayOf(date), addDays(mondayOf(date), 6));
    case 'month':
      return datesBetween(mondayOf(firstOf(date)), addDays(mondayOf(lastOf(date)), 6));
  }
}

/** Returns the date of the previous or next range of the view. */
export function shiftDate(view: CalendarView, date: CivilDate, by: 1 | -1): CivilDate {
  switch (view) {
    case 'day':
    case 'timeline':
      return addDays(date, by);
    case 'week':
      return addDays(date, 7 * by);
    case 'month':
      return addMonths(date, by);
  }
}

/** Returns the title of the shown range. */
export function titleOf(view: CalendarView, date: CivilDate): string {
  switch (view) {
    case 'day':
    case 'timeline':
      return dateText(date, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
    case 'week': {
      const [first, last] = [mondayOf(date), addDays(mondayOf(date), 6)];
      const isOneMonth = first.slice(0, 7) === last.slice(0, 7);
      const begin = dateText(first, isOneMonth ? { day: 'numeric' } : { day: 'numeric', month: 'long' });
      return `${begin} – ${dateText(last, { day: 'numeric', month: 'long', year: 'numeric' })}`;
    }
    case 'month':
      return dateText(date, { month: 'long', year: 'numeric' });
  }
}

function firstOf(date: CivilDate): CivilDate {
  return `${date.slice(0, 7)}-01`;
}

function lastOf(date: CivilDate): CivilDate {
  return addDays(addMonths(firstOf(date), 1), -1);
}
