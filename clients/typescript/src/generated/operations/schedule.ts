// Generated from console/openapi.json by `make clients`. Do not edit.

import { type Endpoint } from '../../endpoint.js';
import { type Listing } from '../../listing.js';
import { type Cacheable, type CallOptions, type Conditional, type Keyed } from '../../options.js';
import { type Instant } from '../../values.js';
import {
  type BackfillRequest,
  type BackfillResult,
  type CancelRequest,
  type DailyCounts,
  type Explanation,
  type FireRequest,
  type FireResult,
  type NextOccurrences,
  type Occurrence,
  type OccurrenceGap,
  type OccurrenceGapList,
  type OccurrenceList,
  type PauseRequest,
  type ResumeRequest,
  type Revision,
  type RevisionList,
  type Schedule,
} from '../types/index.js';
import { RecurringOperations } from './recurring.js';

const backfillSchedule: Endpoint = {
  id: 'backfillSchedule',
  method: 'POST',
  path: '/v1/schedules/{id}/backfill',
  mediaType: 'application/json',
  output: 'json',
};

const getScheduleCalendarFile: Endpoint = {
  id: 'getScheduleCalendarFile',
  method: 'GET',
  path: '/v1/schedules/{id}/calendar.ics',
  query: ['count'],
  output: 'text',
  isRepeatable: true,
};

const cancelSchedule: Endpoint = {
  id: 'cancelSchedule',
  method: 'POST',
  path: '/v1/schedules/{id}/cancel',
  mediaType: 'application/json',
  output: 'json',
};

const countScheduleRunsByDay: Endpoint = {
  id: 'countScheduleRunsByDay',
  method: 'GET',
  path: '/v1/schedules/{id}/days',
  query: ['from', 'until', 'zone'],
  output: 'json',
  isRepeatable: true,
};

const fireSchedule: Endpoint = {
  id: 'fireSchedule',
  method: 'POST',
  path: '/v1/schedules/{id}/fire',
  mediaType: 'application/json',
  output: 'json',
  takesKey: true,
};

const listScheduleGaps: Endpoint = {
  id: 'listScheduleGaps',
  method: 'GET',
  path: '/v1/schedules/{id}/gaps',
  query: ['limit', 'cursor'],
  output: 'json',
  items: 'items',
  isRepeatable: true,
};

const listNextOccurrences: Endpoint = {
  id: 'listNextOccurrences',
  method: 'GET',
  path: '/v1/schedules/{id}/next',
  query: ['count'],
  output: 'json',
  isRepeatable: true,
};

const pauseSchedule: Endpoint = {
  id: 'pauseSchedule',
  method: 'POST',
  path: '/v1/schedules/{id}/pause',
  mediaType: 'application/json',
  output: 'json',
};

const resumeSchedule: Endpoint = {
  id: 'resumeSchedule',
  method: 'POST',
  path: '/v1/schedules/{id}/resume',
  mediaType: 'application/json',
  output: 'json',
};

const listScheduleRevisions: Endpoint = {
  id: 'listScheduleRevisions',
  method: 'GET',
  path: '/v1/schedules/{id}/revisions',
  query: ['limit', 'cursor'],
  output: 'json',
  items: 'items',
  isRepeatable: true,
};

const getScheduleRevision: Endpoint = {
  id: 'getScheduleRevision',
  method: 'GET',
  path: '/v1/schedules/{id}/revisions/{revision}',
  output: 'json',
  isRepeatable: true,
};

const rollbackSchedule: Endpoint = {
  id: 'rollbackSchedule',
  method: 'POST',
  path: '/v1/schedules/{id}/revisions/{revision}/rollback',
  output: 'json',
};

const listScheduleRuns: Endpoint = {
  id: 'listScheduleRuns',
  method: 'GET',
  path: '/v1/schedules/{id}/runs',
  query: ['limit', 'cursor'],
  output: 'json',
  items: 'items',
  isRepeatable: true,
};

const explainSchedule: Endpoint = {
  id: 'explainSchedule',
  method: 'GET',
  path: '/v1/schedules/{id}/why',
  query: ['at'],
  output: 'json',
  isRepeatable: true,
};

/** Options of {@link ScheduleOperations.getScheduleCalendarFile}. */
export interface GetScheduleCalendarFileOptions extends CallOptions, Cacheable {
  /** Number of occurrences. Default: 50. Maximum: 500. */
  count?: number | undefined;
}

/** Options of {@link ScheduleOperations.countScheduleRunsByDay}. */
export interface CountScheduleRunsByDayOptions extends CallOptions {
  /**
   * Start of the range, inclusive, by nominal time. Default: 371 days before `until`. Maximum:
   * 400 days before `until`.
   */
  from?: Instant | undefined;
  /** End of the range, exclusive. Default: now. */
  until?: Instant | undefined;
  /** Time zone of the days. Default: the schedule's time zone. */
  zone?: string | undefined;
}

/** Options of {@link ScheduleOperations.listScheduleGaps}. */
export interface ListScheduleGapsOptions extends CallOptions {
  /** Page size. Default: 50. Maximum: 500. */
  limit?: number | undefined;
  /** Cursor: the `next_cursor` of the previous page. */
  cursor?: string | undefined;
}

/** Options of {@link ScheduleOperations.listNextOccurrences}. */
export interface ListNextOccurrencesOptions extends CallOptions {
  /** Number of occurrences. Default: 10. Maximum: 1,000. */
  count?: number | undefined;
}

/** Options of {@link ScheduleOperations.listScheduleRevisions}. */
export interface ListScheduleRevisionsOptions extends CallOptions {
  /** Page size. Default: 50. Maximum: 500. */
  limit?: number | undefined;
  /** Cursor: the `next_cursor` of the previous page. */
  cursor?: string | undefined;
}

/** Options of {@link ScheduleOperations.listScheduleRuns}. */
export interface ListScheduleRunsOptions extends CallOptions {
  /** Page size. Default: 50. Maximum: 500. */
  limit?: number | undefined;
  /** Cursor: the `next_cursor` of the previous page. */
  cursor?: string | undefined;
}

/** Operations of the group `schedule`. */
export abstract class ScheduleOperations extends RecurringOperations {
  /**
   * Backfills a schedule.
   *
   * A backfill takes two requests. Without `confirm`, the response is a preview with a token
   * that is valid for 10 minutes. The same request with the token in `confirm` starts the
   * backfill. If the token was used, has expired or belongs to another request, or if the
   * schedule has changed since, the request returns 409 (`not_confirmed`).
   *
   * An occurrence that is already in the ledger is not created again, even if an edit has since
   * changed its period key. The occurrences run one after the other in nominal order; live
   * occurrences go first. At most 10,000 occurrences per request, counting existing ones and
   * every discriminator.
   *
   * Requires `backfill`.
   */
  backfillSchedule(
    id: string,
    body: BackfillRequest,
    options: CallOptions = {},
  ): Promise<BackfillResult> {
    return this.call<BackfillResult>(backfillSchedule, [id], { body, options });
  }

  /**
   * Gets upcoming occurrences as an iCalendar file.
   *
   * Returns one event per occurrence, in UTC, so that every calendar application shows the same
   * times. The file has no events while the schedule is paused or after it has ended. An
   * occurrence keeps its UID in every version of the file. Default: 50 occurrences. Maximum:
   * 500.
   *
   * Requires `viewer`.
   */
  getScheduleCalendarFile(
    id: string,
    options: GetScheduleCalendarFileOptions = {},
  ): Promise<string> {
    return this.call<string>(getScheduleCalendarFile, [id], { options });
  }

  /**
   * Cancels a schedule.
   *
   * Stops the schedule permanently. Planned occurrences are skipped, and running ones are asked
   * to stop. The history is kept. With `If-Match`, the schedule is canceled only if its
   * revision matches; otherwise the request returns 412.
   *
   * Requires `operator`.
   */
  cancelSchedule(
    id: string,
    body: CancelRequest = {},
    options: CallOptions & Conditional = {},
  ): Promise<Schedule> {
    return this.call<Schedule>(cancelSchedule, [id], { body, options });
  }

  /**
   * Counts the occurrences of a schedule by day.
   *
   * By nominal time. Occurrences are read from the newest on, at most 20,000 and for at most 3
   * seconds; beyond that, `counted_since` is the time from which the counts are complete.
   *
   * Requires `viewer`.
   */
  countScheduleRunsByDay(
    id: string,
    options: CountScheduleRunsByDayOptions = {},
  ): Promise<DailyCounts> {
    return this.call<DailyCounts>(countScheduleRunsByDay, [id], { options });
  }

  /**
   * Runs a schedule now.
   *
   * Starts one manual run, in addition to the schedule and without changing it. This also works
   * while the schedule is paused. A repeated request with the same `Idempotency-Key` returns
   * the same occurrence. If it names another payload than the first one, it returns 409
   * (`idempotency_key_reused`).
   *
   * Requires `fire`. Also requires `command` if the request can start a program.
   */
  fireSchedule(
    id: string,
    body: FireRequest = {},
    options: CallOptions & Keyed = {},
  ): Promise<FireResult> {
    return this.call<FireResult>(fireSchedule, [id], { body, options });
  }

  /**
   * Lists the gaps of a schedule.
   *
   * Newest first. Many missed occurrences are recorded as one gap instead of one occurrence
   * each. Page size: 50 by default, at most 500.
   *
   * Requires `viewer`.
   */
  listScheduleGaps(
    id: string,
    options: ListScheduleGapsOptions = {},
  ): Listing<OccurrenceGapList, OccurrenceGap> {
    return this.list<OccurrenceGapList, OccurrenceGap>(listScheduleGaps, [id], { options });
  }

  /**
   * Lists the next occurrences of a schedule.
   *
   * Returns 10 times by default, at most 1,000.
   *
   * Requires `viewer`.
   */
  listNextOccurrences(
    id: string,
    options: ListNextOccurrencesOptions = {},
  ): Promise<NextOccurrences> {
    return this.call<NextOccurrences>(listNextOccurrences, [id], { options });
  }

  /**
   * Pauses a schedule.
   *
   * The schedule stays paused until it is resumed, or until `until`. Occurrences due during the
   * pause are skipped. Pausing a paused schedule changes the note and the end of the pause.
   * With `If-Match`, the schedule is paused only if its revision matches; otherwise the request
   * returns 412.
   *
   * Requires `operator`.
   */
  pauseSchedule(
    id: string,
    body: PauseRequest = {},
    options: CallOptions & Conditional = {},
  ): Promise<Schedule> {
    return this.call<Schedule>(pauseSchedule, [id], { body, options });
  }

  /**
   * Resumes a schedule.
   *
   * Resuming an active schedule changes nothing. With `If-Match`, the schedule is resumed only
   * if its revision matches; otherwise the request returns 412.
   *
   * Requires `operator`.
   */
  resumeSchedule(
    id: string,
    body: ResumeRequest = {},
    options: CallOptions & Conditional = {},
  ): Promise<Schedule> {
    return this.call<Schedule>(resumeSchedule, [id], { body, options });
  }

  /**
   * Lists the revisions of a schedule.
   *
   * Newest first. Page size: 50 by default, at most 500.
   *
   * Requires `viewer`.
   */
  listScheduleRevisions(
    id: string,
    options: ListScheduleRevisionsOptions = {},
  ): Listing<RevisionList, Revision> {
    return this.list<RevisionList, Revision>(listScheduleRevisions, [id], { options });
  }

  /**
   * Gets a revision of a schedule.
   *
   * Includes the definition in effect at that revision, even if an earlier change introduced
   * it.
   *
   * Requires `viewer`.
   */
  getScheduleRevision(id: string, revision: number, options: CallOptions = {}): Promise<Revision> {
    return this.call<Revision>(getScheduleRevision, [id, revision], { options });
  }

  /**
   * Rolls back a schedule to a revision.
   *
   * Saves the definition of that revision as a new revision, like any other edit. A paused
   * schedule stays paused. If the stored definition cannot be read, the request returns 409
   * (`damaged`). With `If-Match`, the schedule is changed only if its revision matches;
   * otherwise the request returns 412.
   *
   * Requires `editor`. Also requires `command` if the request can start a program.
   */
  rollbackSchedule(
    id: string,
    revision: number,
    options: CallOptions & Conditional = {},
  ): Promise<Schedule> {
    return this.call<Schedule>(rollbackSchedule, [id, revision], { options });
  }

  /**
   * Lists the runs of a schedule.
   *
   * Lists the occurrences of the schedule, newest first, including planned ones. Page size: 50
   * by default, at most 500.
   *
   * Requires `viewer`.
   */
  listScheduleRuns(
    id: string,
    options: ListScheduleRunsOptions = {},
  ): Listing<OccurrenceList, Occurrence> {
    return this.list<OccurrenceList, Occurrence>(listScheduleRuns, [id], { options });
  }

  /**
   * Explains a schedule at a time.
   *
   * Explains why the schedule did or did not run at a given time, from the recurrence in effect
   * then and from the ledger. Only callers with the permission `audit` see who requested an
   * occurrence.
   *
   * Requires `viewer`.
   */
  explainSchedule(id: string, at: Instant, options: CallOptions = {}): Promise<Explanation> {
    return this.call<Explanation>(explainSchedule, [id], { query: { at }, options });
  }
}
