// Generated from console/openapi.json by `make clients`. Do not edit.

/** The cron dialect an expression is written in. */
export type CronDialect =
  | 'unix'
  | 'quartz'
  | 'cronos'
  | 'robfig'
  | 'croniter'
  | 'croner'
  | 'temporal'
  | (string & {});

/** One explicit period. */
export interface CustomPeriod {
  /** Period key, unique in the list. */
  key: string;
  /** First day of the period. */
  starts_on: string;
  /** Day after the last day of the period. */
  ends_on: string;
  /** Name of the period for people to read. Default: the key. */
  label?: string | null;
}

/** Periods from an explicit list instead of a calendar. */
export interface CustomPeriods {
  /** Periods in order, without overlaps. */
  periods: CustomPeriod[];
}

/** How day of month and day of week combine when both are restricted. */
export type DayMatch = 'or' | 'and' | (string & {});

/** Division of a fiscal year into twelve periods. */
export type FiscalPattern = 'monthly' | '4-4-5' | (string & {});

/** A fiscal year and its division into periods. */
export interface FiscalYear {
  /**
   * Month in which the year starts, 1 to 12. A year that does not start in January is named
   * after the year it ends in.
   */
  start_month: number;
  /** Division of the year into periods. */
  pattern?: FiscalPattern;
}

/** Length of a calendar period. */
export type Frequency = 'daily' | 'weekly' | 'monthly' | 'quarterly' | 'yearly' | (string & {});

/** Unit of an `every` interval. */
export type IntervalUnit =
  | 'seconds'
  | 'minutes'
  | 'hours'
  | 'days'
  | 'weeks'
  | 'months'
  | 'years'
  | (string & {});

/** What happens to a day that the month does not have, such as the 31st in a month of 30 days. */
export type MonthOverflow = 'clamp' | 'skip' | 'next' | (string & {});

/** The n-th weekday of a month. A negative number counts from the end of the month. */
export interface NthWeekday {
  /** Number of the weekday in the month: 1 to 5, or -1 to -5. */
  n: number;
  /** Day of the week. */
  day: Weekday;
}

/** A fiscal year. */
export interface PeriodAnchorFiscal {
  /** A fiscal year. */
  fiscal: FiscalYear;
}

/** An explicit list of periods. */
export interface PeriodAnchorCustom {
  /** An explicit list of periods. */
  custom: CustomPeriods;
}

/** Calendar that defines the periods of a `calendar` recurrence. */
export type PeriodAnchor = 'calendar' | PeriodAnchorFiscal | PeriodAnchorCustom;

/** Position of an occurrence in its period. */
export type PeriodPoint = 'period_start' | 'period_end' | (string & {});

/** A cron expression, with optional overrides of its dialect. */
export interface CronRecurrence {
  kind: 'cron';
  /** Five, six or seven fields, a macro such as `@daily`, or `@every 90s`. */
  expression: string;
  /** Whether day of month and day of week must both match. Default: as in the dialect. */
  day_match?: DayMatch | null;
  /** Cron dialect that the expression follows. Default: `unix`. */
  dialect?: CronDialect | null;
  /** Position of the seconds field. Default: as in the dialect. */
  seconds?: SecondsField | null;
  /** Numbering of weekdays. Default: as in the dialect. */
  weekdays?: WeekdayNumbers | null;
}

/** Every n units, anchored at the start, with optional refinements. */
export interface EveryRecurrence {
  kind: 'every';
  /**
   * Number of units between two occurrences. Zero is allowed only together with a list of
   * hours, days or months.
   */
  every: number;
  /** Unit of the interval. */
  unit: IntervalUnit;
  /**
   * Times of day, for days and longer units. Default: midnight. An empty list means the
   * anchor's time of day.
   */
  at?: string | string[] | null;
  /** Months with an occurrence, 1 to 12. */
  in_months?: number | number[];
  /** What happens to a day that the month does not have. */
  month_overflow?: MonthOverflow;
  /** Weekdays with an occurrence, for days and weeks. */
  on_days?: Weekday | Weekday[];
  /** First such weekday of the month. */
  on_first?: Weekday | null;
  /** Hours of the day with an occurrence, for hours. */
  on_hours?: number | number[];
  /** Last such weekday of the month. */
  on_last?: Weekday | null;
  /** Minute of the hour, for hours. */
  on_minute?: number | null;
  /** Days of the month, for months and years. -1 is the last day. */
  on_month_days?: number | number[];
  /** N-th such weekdays of the month. */
  on_nth?: NthWeekday | NthWeekday[];
  /** Second of the minute, for minutes and hours. */
  on_second?: number | null;
}

/** Calendar, fiscal or custom periods with one or more occurrences in each. */
export interface CalendarRecurrence {
  kind: 'calendar';
  /** Calendar that defines the periods. */
  anchor?: PeriodAnchor;
  /** Whether the occurrence is at the start or at the end of its period. */
  at?: PeriodPoint;
  /**
   * Weekdays within the period, such as `MO`. Months and longer periods also accept `2TU` or
   * `-1FR`.
   */
  by_day?: string | string[];
  /** Days of the month. -1 is the last day. */
  by_month_day?: number | number[];
  /** Length of a period. Absent for custom periods. */
  frequency?: Frequency | null;
  /** Interval in periods, counted from the period that contains the start. Default: 1. */
  interval?: number;
  /** Time by which the occurrence precedes that point. */
  lead?: string | null;
  /** Time of day of the occurrence. Default: midnight. */
  time_of_day?: string | null;
}

/** RFC 5545 lines. */
export interface RruleRecurrence {
  kind: 'rrule';
  /**
   * `DTSTART`, `RRULE`, `RDATE`, `EXRULE` and `EXDATE` lines. A bare list of rule parts is read
   * as an `RRULE`.
   */
  text: string;
}

/** A single instant. */
export interface OnceRecurrence {
  kind: 'once';
  /** Instant of the occurrence. */
  at: string;
}

/** A fixed delay between runs. */
export interface AfterCompletionRecurrence {
  kind: 'after_completion';
  /** Time from the completion of one run to the start of the next. */
  delay: string;
}

/** Several recurrences combined into one. */
export interface AnyRecurrence {
  kind: 'any';
  /** Recurrences to combine. */
  of: Recurrence[];
}

/** Several recurrences combined into one. */
export interface AllRecurrence {
  kind: 'all';
  /** Recurrences to combine. */
  of: Recurrence[];
}

/** The recurrence of a schedule: when it runs. */
export type Recurrence =
  | CronRecurrence
  | EveryRecurrence
  | CalendarRecurrence
  | RruleRecurrence
  | OnceRecurrence
  | AfterCompletionRecurrence
  | AnyRecurrence
  | AllRecurrence;

/** Position of the seconds field. */
export type SecondsField = 'none' | 'first' | 'last' | (string & {});

/**
 * A day of the week. JSON accepts the English name or its first two or three letters, in any
 * case.
 */
export type Weekday =
  | 'monday'
  | 'tuesday'
  | 'wednesday'
  | 'thursday'
  | 'friday'
  | 'saturday'
  | 'sunday'
  | (string & {});

/** Numbering of weekdays. */
export type WeekdayNumbers = 'sunday_zero' | 'sunday_one' | (string & {});
