// Generated from console/openapi.json by `make clients`. Do not edit.

import { type Recurrence } from './recurrence.js';

/** Reference to a named calendar, with its effect on this schedule. */
export interface CalendarReference {
  /** Name of the calendar, as a key of the calendars passed to `compile`. */
  name: string;
  /** What happens to an occurrence on one of the calendar's days off. */
  on_day_off?: DayOffPolicy;
}

/** What happens to an occurrence on a day off. */
export type DayOffPolicy =
  | 'exclude'
  | 'previous'
  | 'next'
  | 'modified_following'
  | 'nearest'
  | (string & {});

/**
 * Whether a recurrence names times of day, which follow `gap` and `fold`, or an interval, which
 * follows elapsed time.
 */
export type DstClass = 'auto' | 'fixed' | 'interval' | (string & {});

/** What happens to a local time that occurs twice (in a fold). */
export type DstFoldPolicy = 'first' | 'last' | 'both' | (string & {});

/** What happens to a local time that does not exist (in a gap). */
export type DstGapPolicy = 'next_valid' | 'skip' | 'same_offset' | (string & {});

/**
 * Policy for wall-clock times at an offset change. An absent field follows the recurrence kind
 * and the cron dialect.
 */
export interface DstPolicy {
  /** Whether the recurrence names times of day or an interval. */
  class?: DstClass;
  /** Policy for a local time that occurs twice (in a fold). */
  fold?: DstFoldPolicy | null;
  /** Policy for a local time that does not exist (in a gap). */
  gap?: DstGapPolicy | null;
}

/** First run at the start. */
export interface FirstRunNow {
  /** Responses use this form for `now`. */
  now: boolean;
  /**
   * Minimum time between the first run and the next occurrence. Default: none. Maximum:
   * 35,999,999,999 seconds.
   */
  min_spacing?: string;
}

/** First run after a delay. */
export interface FirstRunAfter {
  /** Delay of the first run after the start. Maximum: 35,999,999,999 seconds. */
  after: string;
  /**
   * Minimum time between the first run and the next occurrence. Default: none. Maximum:
   * 35,999,999,999 seconds.
   */
  min_spacing?: string;
}

/** First run at an instant. */
export interface FirstRunAt {
  /** Instant of the first run. */
  at: string;
  /**
   * Minimum time between the first run and the next occurrence. Default: none. Maximum:
   * 35,999,999,999 seconds.
   */
  min_spacing?: string;
}

/** First run of a schedule. */
export type FirstRun = 'now' | FirstRunNow | FirstRunAfter | FirstRunAt;

/** Deterministic delay, derived from a hash of the schedule and the occurrence. */
export interface Jitter {
  /** Maximum delay. */
  window: JitterWindow;
  /** Whether all occurrences share one delay or each has its own. */
  mode?: JitterMode;
}

/** Whether all occurrences share one delay or each has its own. */
export type JitterMode = 'fixed' | 'spread' | (string & {});

/**
 * Maximum delay of jitter: a duration, or a part of the time to the next occurrence such as
 * `50%`.
 */
export type JitterWindow = string | number;

/** Everything that decides when a schedule runs, as stored and as sent over the wire. */
export interface ScheduleSpec {
  /** Recurrence that says when the schedule runs. */
  recurrence: Recurrence;
  /**
   * IANA name of the time zone whose wall clock the recurrence follows, or a fixed offset such
   * as `+05:30`.
   */
  timezone: string;
  /** Named calendars that exclude days or roll occurrences to business days. */
  calendars?: CalendarReference[];
  /** Policy for local times that an offset change skips or repeats. */
  dst?: DstPolicy;
  /** End, exclusive: every occurrence is earlier. */
  ends_at?: string | null;
  /** Extra occurrence before the regular ones. */
  first_run?: FirstRun | null;
  /** Deterministic delay that spreads load. */
  jitter?: Jitter | null;
  /** Maximum number of occurrences that may start. Default: no limit. */
  max_runs?: number | null;
  /** Start, inclusive: no occurrence is earlier. Intervals are counted from here. */
  starts_at?: string | null;
}
