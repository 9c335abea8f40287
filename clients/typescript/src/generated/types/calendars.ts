// Generated from console/openapi.json by `make clients`. Do not edit.

import { type Warning } from './previews.js';
import { type Weekday } from './recurrence.js';

/** Days off: weekdays that are always off, and single dates. */
export interface Calendar {
  /** Dates that are off. */
  dates?: string[];
  /** Weekdays that are off every week. */
  weekend?: Weekday | Weekday[];
}

/** Result of an import. */
export interface CalendarImportResult {
  /** The calendar after the import. */
  calendar: StoredCalendar;
  /** Number of events that added dates. */
  events: number;
  /** Number of events that were skipped. */
  skipped: number;
  /** The skipped events, at most 100. */
  named: SkippedEvent[];
}

/** A page of a list. */
export interface CalendarList {
  /** Items of the page. */
  items: StoredCalendar[];
  /** Cursor of the next page. Null on the last page. */
  next_cursor?: string | null;
}

/** An event that added no dates. */
export interface SkippedEvent {
  /** Line in which the event starts. */
  line: number;
  /** Reason: `not_whole_days`, `canceled` or `no_start`. */
  reason: string;
  /** Summary of the event. */
  summary?: string | null;
}

/** A document with its name and version. */
export interface StoredCalendar {
  /** Name of the document. */
  name: string;
  /**
   * Version, which increases with every write. A name that is deleted and used again continues
   * the count.
   */
  version: number;
  /** Time of the last change. */
  updated_at: string;
  /** Days off: weekdays that are always off, and single dates. */
  definition?: Calendar;
  /** Reason why the definition cannot be read. */
  problem?: string | null;
  /**
   * Warnings about settings that are probably not intended. Only in responses to a save.
   * Omitted if there are none.
   */
  warnings?: Warning[];
}
