// Texts of the days-off pages: the list of calendars, and one calendar.
import { plural, whole } from '../../format/length';

export const strings = {
  title: 'Days off',
  lead: 'Calendars of days on which schedules skip or move their runs.',
  new: 'New calendar',
  list: 'Calendars',
  columns: ['Calendar', 'Every week', 'Next day off', 'Dates', 'Used by'],
  empty: 'No calendars yet',
  emptyText:
    'A calendar contains days off: weekdays, and dates such as holidays, entered here or imported from an iCalendar file. Schedules that use it skip those days, or move their runs to the nearest working day.',
  noNextDate: 'none upcoming',
  unused: 'no schedules',
  namePlaceholder: 'german-holidays',
  nameDescription: 'Letters, digits, _, . and -. Use this name in schedules.',
  nameMissing: 'The calendar needs a name.',
  weeklyDaysOff: 'Off every week',
  weekend: 'Weekend',
  previousYear: (year: number) => `Previous year, ${year}`,
  nextYear: (year: number) => `Next year, ${year}`,
  datesOff: (dates: number, ofYear: number, year: number) => `${plural(dates, 'date')} off, ${whole(ofYear)} in ${year}`,
  undo: 'Undo changes',
  saved: 'Saved. Schedules that use it are updated.',
  deleteText: 'Schedules that still use this calendar can’t be planned. Remove it from them first.',
  usedBy: 'Used by',
  usedByNone: 'No schedule uses this calendar yet. In a definition, add it to spec.calendars.',
  usedByCut: (count: number) => `Among the first ${plural(count, 'schedule')}.`,
  dayOff: { exclude: 'skips days off', previous: 'moves to previous working day', next: 'moves to next working day' } as Record<string, string>,
  otherDayOff: (policy: string) => `moves: ${policy}`,
  off: { date: ', off', weekend: ', off every week' },
  weekdayLetters: ['M', 'T', 'W', 'T', 'F', 'S', 'S'],
} as const;

export const importStrings = {
  button: 'Import file…',
  file: 'iCalendar file',
  imported: 'Imported',
  notImported: 'Not imported',
  unsaved: 'Save or undo your changes first. An import replaces all dates.',
  summary: (dates: number, events: number) => `${plural(dates, 'date')} from ${plural(events, 'event')}.`,
  skipped: (count: number, events: string) => `${plural(count, 'event')} skipped: ${events}.`,
  skippedEvent: (name: string, reason: string) => `“${name}” ${reason}`,
  line: (line: number) => `line ${line}`,
  reasons: { not_whole_days: 'has a time of day', canceled: 'is canceled', no_start: 'has no start' } as Record<string, string>,
} as const;
