// Generated from console/openapi.json by `make clients`. Do not edit.

import { Core } from '../../core.js';
import { type Endpoint } from '../../endpoint.js';
import { type Listing } from '../../listing.js';
import {
  type Cacheable,
  type CallOptions,
  type Conditional,
  type Creating,
} from '../../options.js';
import {
  type Calendar,
  type CalendarImportResult,
  type CalendarList,
  type StoredCalendar,
} from '../types/index.js';

const listCalendars: Endpoint = {
  id: 'listCalendars',
  method: 'GET',
  path: '/v1/calendars',
  query: ['limit', 'cursor'],
  output: 'json',
  items: 'items',
  isRepeatable: true,
};

const getCalendar: Endpoint = {
  id: 'getCalendar',
  method: 'GET',
  path: '/v1/calendars/{name}',
  output: 'json',
  isRepeatable: true,
};

const putCalendar: Endpoint = {
  id: 'putCalendar',
  method: 'PUT',
  path: '/v1/calendars/{name}',
  mediaType: 'application/json',
  output: 'json',
  isRepeatable: true,
};

const deleteCalendar: Endpoint = {
  id: 'deleteCalendar',
  method: 'DELETE',
  path: '/v1/calendars/{name}',
  output: 'none',
  isRepeatable: true,
};

const importCalendar: Endpoint = {
  id: 'importCalendar',
  method: 'POST',
  path: '/v1/calendars/{name}/import',
  query: ['from', 'until'],
  mediaType: 'text/calendar',
  output: 'json',
};

/** Options of {@link CalendarsOperations.listCalendars}. */
export interface ListCalendarsOptions extends CallOptions {
  /** Page size. Default: 50. Maximum: 500. */
  limit?: number | undefined;
  /** Cursor: the `next_cursor` of the previous page. */
  cursor?: string | undefined;
}

/** Options of {@link CalendarsOperations.importCalendar}. */
export interface ImportCalendarOptions extends CallOptions, Conditional, Creating {
  /** Start date. Default: January 1 of last year. */
  from?: string | undefined;
  /** End date, exclusive. Default: 6 years after `from`. Maximum: 30 years after `from`. */
  until?: string | undefined;
}

/** Operations of the group `calendars`. */
export abstract class CalendarsOperations extends Core {
  /**
   * Lists calendars.
   *
   * In order of name. Page size: 50 by default, at most 500.
   *
   * Requires `viewer`.
   */
  listCalendars(options: ListCalendarsOptions = {}): Listing<CalendarList, StoredCalendar> {
    return this.list<CalendarList, StoredCalendar>(listCalendars, [], { options });
  }

  /**
   * Gets a calendar.
   *
   * Returns the calendar with its version: its days off and its weekend.
   *
   * Requires `viewer`.
   */
  getCalendar(name: string, options: CallOptions & Cacheable = {}): Promise<StoredCalendar> {
    return this.call<StoredCalendar>(getCalendar, [name], { options });
  }

  /**
   * Creates or replaces a calendar.
   *
   * Schedules that use the calendar are updated immediately: occurrences planned on a new day
   * off are superseded, and days that are no longer off get their occurrences. With `If-Match`,
   * the calendar is replaced only if its version matches; with `If-None-Match: *`, it is only
   * created. Otherwise the request returns 412.
   *
   * Requires `editor`.
   */
  putCalendar(
    name: string,
    calendar: Calendar,
    options: CallOptions & Conditional & Creating = {},
  ): Promise<StoredCalendar> {
    return this.call<StoredCalendar>(putCalendar, [name], { body: calendar, options });
  }

  /**
   * Deletes a calendar.
   *
   * A calendar that schedules use cannot be deleted: the request returns 409
   * (`calendar_in_use`) and lists the schedules.
   *
   * Requires `editor`.
   */
  deleteCalendar(name: string, options: CallOptions & Conditional = {}): Promise<void> {
    return this.call<void>(deleteCalendar, [name], { options });
  }

  /**
   * Imports a calendar from an iCalendar file.
   *
   * The days of all-day events replace the dates of the calendar; its weekend stays. Recurring
   * events are expanded from `from` to `until`. Events with a time of day and canceled events
   * are skipped and listed in the response. The calendar is created if it does not exist.
   *
   * With `If-Match`, the calendar is replaced only if its version matches; with
   * `If-None-Match: *`, it is only created. Otherwise the request returns 412.
   *
   * Requires `editor`.
   */
  importCalendar(
    name: string,
    text: string,
    options: ImportCalendarOptions = {},
  ): Promise<CalendarImportResult> {
    return this.call<CalendarImportResult>(importCalendar, [name], { body: text, options });
  }
}
