// Generated from console/openapi.json by `make clients`. Do not edit.

import { type Duration, type Instant } from '../../values.js';
import {
  type Action,
  type CatchUp,
  type Delivery,
  type HistoryLevel,
  type OverlapPolicy,
  type Priority,
  type RetryPolicy,
  type Scope,
} from './policies.js';
import { type OccurrenceDiff, type Warning } from './previews.js';
import { type ScheduleSpec } from './timing.js';

/**
 * A schedule or control as its owner wants it to be, or one to delete. Besides the fields here,
 * it has those of the definition: for a schedule those of `PUT /v1/schedules/{id}`, for a
 * calendar those of `PUT /v1/calendars/{name}`, and so on. Read-only fields of responses are
 * ignored with a warning.
 */
export interface ApplyDocument {
  /** Whether to delete the document. Default: false. */
  delete?: boolean | undefined;
  /** Schedule ID. Required for a schedule. */
  id?: string | null | undefined;
  /** Revision or version that the document must have. 0 if it must not exist. Default: any. */
  if_revision?: number | null | undefined;
  /** Kind of the document. Default: `schedule`. */
  kind?: DocumentType | undefined;
  /** Name of the document. Required for all kinds except schedules. */
  name?: string | null | undefined;
}

/** Result for one document. */
export interface ApplyItem {
  /** Kind of the document. */
  kind: string;
  /** Schedule ID, or name of the document. */
  name: string;
  /** What was done, or would be done. */
  result: ApplyOutcome;
  /** Warnings about settings that are probably not intended. */
  warnings: Warning[];
  /** Fields of the new definition that differ. Null if the document is unchanged or deleted. */
  after?: unknown;
  /** Fields of the stored definition that differ. Null if the document is new or unchanged. */
  before?: unknown;
  /**
   * Occurrences that a dry run finds added, removed and moved. Null if none is, and unless the
   * document is an existing schedule. At most 100 of each are listed.
   */
  occurrences?: OccurrenceDiff | null;
  /** Reason why the document was refused. */
  problem?: ApplyProblem | null;
  /**
   * Revision after the change; in a dry run the present one, which the change can name as
   * `if_revision`. 0 if the document does not exist. Null if it was refused.
   */
  revision?: number | null;
  /** Description of a schedule's recurrence. */
  sentence?: string | null;
  /** Change of a schedule's status. Null if it stays the same. */
  status?: StatusChange | null;
}

/** What was done with a document, or would be done. */
export type ApplyOutcome =
  | 'created'
  | 'updated'
  | 'unchanged'
  | 'deleted'
  | 'refused'
  | 'pending'
  | (string & {});

/** Reason why a document was refused, as in a problem document. */
export interface ApplyProblem {
  /** Stable code for programs. */
  code: string;
  /** Explanation of the error, with the value that caused it. */
  detail: string;
  /** Position in the invalid text, counted in characters from 1. */
  column?: number | null;
  /** Suggested remedy. */
  hint?: string | null;
  /** Location in the document, as a path such as `action.provider`. */
  path?: string | null;
}

/** Documents to apply. */
export interface ApplyRequest {
  /**
   * Documents, in the order in which kinds depend on each other: calendars before schedules. A
   * kind and name may occur once.
   */
  documents: ApplyDocument[];
  /**
   * Calendars by name that are applied by another request before this one. A dry run uses them
   * as if they were stored.
   */
  calendars?: Record<string, unknown> | null | undefined;
  /**
   * Number of days for which a dry run compares the occurrences of changed schedules. Default:
   * 30. Maximum: 366.
   */
  days?: number | null | undefined;
  /** Whether to only report what would change. Default: false. */
  dry_run?: boolean | null | undefined;
}

/** Result of applying documents. */
export interface ApplyResult {
  /** Whether the changes were made. False for a dry run. */
  done: boolean;
  /** Number of documents that were created, updated or deleted, or would be. */
  changed: number;
  /** Number of documents that were refused. */
  refused: number;
  /** Result for each document, in the order of the request. */
  items: ApplyItem[];
}

/** Action on each schedule. */
export type BulkAction = 'pause' | 'resume' | 'cancel' | (string & {});

/** Result for one schedule. */
export interface BulkItemResult {
  /** Schedule ID. */
  id: string;
  /** Error code, as in problem documents, if the change was refused. */
  code?: string | null;
  /** Explanation of the error. */
  detail?: string | null;
  /** Revision after the change. Null if the change was refused. */
  revision?: number | null;
  /** Status after the change. Null if the schedule does not exist. */
  status?: string | null;
}

/** One change to many schedules. */
export interface BulkRequest {
  /** Action to perform. */
  action: BulkAction;
  /** Whether to change all schedules of the tenant. Must be true if the selector is empty. */
  all?: boolean | null | undefined;
  /** Cursor: the `next_cursor` of the previous request. */
  cursor?: string | null | undefined;
  /** Whether to only list the schedules that would be changed. Default: false. */
  dry_run?: boolean | null | undefined;
  /** Occurrences missed while paused, for `resume`. Default: `now`. */
  from?: ResumeMode | null | undefined;
  /** Maximum number of schedules. Default: 1,000. Maximum: 1,000. */
  limit?: number | null | undefined;
  /** Reason for the change. */
  note?: string | null | undefined;
  /** Schedules to change. */
  selector?: ScheduleSelector | undefined;
  /** Time at which a pause ends by itself. */
  until?: Instant | null | undefined;
}

/** Result of a bulk change. */
export interface BulkResult {
  /** Whether the changes were made. False for a dry run. */
  done: boolean;
  /** Number of schedules found by this request. */
  matched: number;
  /** Number of schedules that were changed. */
  changed: number;
  /** Number of schedules that could not be changed. */
  refused: number;
  /** Result for each schedule, in order of ID. */
  items: BulkItemResult[];
  /** Cursor of the next request. Null if there are no more schedules. */
  next_cursor?: string | null;
}

/** Kind of a document. */
export type DocumentType =
  | 'schedule'
  | 'calendar'
  | 'dispatch_rule'
  | 'hold'
  | 'quota'
  | 'alert'
  | (string & {});

/** Summary of a completed occurrence. */
export interface RecentRun {
  /** Occurrence ID. */
  id: number;
  /** State: `succeeded`, `skipped` or `failed`. */
  state: string;
  /** Due time. */
  due_at: string;
  /** Time at which the occurrence completed. */
  ended_at?: string | null;
  /** Reason code, if the occurrence was skipped or failed. */
  reason?: string | null;
  /** Start time of the last attempt. Null if no attempt started. */
  started_at?: string | null;
}

/** What happens to the occurrences that were due during a pause. */
export type ResumeMode = 'now' | 'catch_up' | (string & {});

/** A schedule. */
export interface Schedule {
  /** Schedule ID, unique in the tenant. */
  id: string;
  /** Namespace of the tenant. */
  namespace: string;
  /** Tenant that owns the schedule. */
  tenant: string;
  /** Revision, which increases with every change. Also the entity tag. */
  revision: number;
  /** Status: `active`, `paused`, `canceled`, `disabled`, `finished` or `deleted`. */
  status: string;
  /** Reason for the status. */
  status_note: StatusNote;
  /** Source: `api`, `file` or `code`. Only this source can edit the schedule. */
  source: string;
  /** Counters of past runs. */
  counters: ScheduleCounters;
  /** Time of creation. */
  created_at: string;
  /** Time of the last change. */
  updated_at: string;
  /** Action to send. */
  action?: Action;
  /** Policy for missed occurrences. */
  catch_up?: CatchUp;
  /** Delivery guarantee after a crash between sending and recording. */
  delivery?: Delivery;
  /** Description for people. */
  description?: string;
  /**
   * Names of several targets per period, each with its own occurrence. Default: one unnamed
   * target.
   */
  discriminators?: string[];
  /**
   * History level: how much of each attempt is stored. Default: the level of the tenant, else
   * of the node.
   */
  history?: HistoryLevel | null;
  /** Labels to select the schedule by. */
  labels?: Record<string, string>;
  /** Maximum number of concurrent runs under `allow_all`. Default: no limit. */
  max_concurrent?: number | null;
  /** Policy for runs that overlap. */
  overlap?: OverlapPolicy;
  /** Number of consecutive failures after which the schedule pauses itself. Default: never. */
  pause_on_failure?: number | null;
  /** Priority among the tenant's due occurrences. */
  priority?: Priority;
  /** Reason why the stored definition cannot be read. An edit replaces it. */
  problem?: string;
  /** Policy for retries of failed attempts. */
  retry?: RetryPolicy;
  /** Object that the schedule belongs to. Holds select by it. */
  scope?: Scope | null;
  /** Recurrence, time zone and bounds: when the schedule runs. */
  spec?: ScheduleSpec;
  /**
   * Maximum start delay of a run. Default: no limit of its own; the catch-up window still
   * applies.
   */
  start_deadline?: string | null;
  /** Timeout of one attempt. Default: the timeout of the provider, if it has one. */
  timeout?: string | null;
  /**
   * Time of the next occurrence, even if it is already planned. Null if there is none, or if
   * the schedule is not active.
   */
  next_at?: string | null;
  /** Latest completed runs, oldest first. Null unless a list was requested with `recent`. */
  recent?: RecentRun[] | null;
  /** Description of the recurrence. Null if the recurrence cannot be read. */
  sentence?: string | null;
  /** Times of the next occurrences. Omitted in lists. */
  upcoming?: string[] | null;
  /** Warnings about settings that are probably not intended. Only in responses to a save. */
  warnings?: Warning[] | null;
}

/** Counters of past runs. */
export interface ScheduleCounters {
  /** Runs that started, counted when they complete. Manual runs and backfills are not counted. */
  runs: number;
  /** Occurrences that succeeded. */
  succeeded: number;
  /** Occurrences that were skipped. */
  skipped: number;
  /** Occurrences that failed. */
  failed: number;
  /** Consecutive failures since the last success. */
  consecutive_failures: number;
  /** Time at which the last occurrence completed. */
  last_ended_at?: string | null;
  /** Message of the last failure. */
  last_error?: string | null;
  /** Time of the last success. */
  last_success_at?: string | null;
}

/** A page of a tenant's schedules. */
export interface ScheduleList {
  /** Schedules of the page. */
  items: Schedule[];
  /** Cursor of the next page. Null on the last page. */
  next_cursor?: string | null;
  /**
   * Number of schedules on all pages. Null if it was not requested, or if counting would
   * require reading every schedule.
   */
  total?: number | null;
  /** Whether `total` is exact. False if counting stopped at its limit. */
  total_is_exact?: boolean | null;
}

/** Definition of a schedule, as its owner wrote it. */
export interface SchedulePatch {
  /** Action to send. */
  action?: unknown | null | undefined;
  /** Whether to accept a provider that no live node has. Default: false. Not stored. */
  allow_unknown_provider?: boolean | null | undefined;
  /** Policy for missed occurrences. */
  catch_up?: unknown | null | undefined;
  /** Cron expression: five fields, six with seconds first, or a macro such as `@daily`. */
  cron?: string | null | undefined;
  /** Delivery guarantee after a crash between sending and recording. */
  delivery?: Delivery | null | undefined;
  /** Description for people. */
  description?: string | null | undefined;
  /**
   * Names of several targets per period, each with its own occurrence. Default: one unnamed
   * target.
   */
  discriminators?: string[] | null | undefined;
  /**
   * Whether the schedule runs. False creates it paused, or pauses it together with the change;
   * true resumes a paused one. Default: true for a new schedule, unchanged otherwise.
   */
  enabled?: boolean | null | undefined;
  /**
   * History level: how much of each attempt is stored. Default: the level of the tenant, else
   * of the node.
   */
  history?: HistoryLevel | null | undefined;
  /** Labels to select the schedule by. */
  labels?: unknown | null | undefined;
  /** Maximum number of concurrent runs under `allow_all`. Default: no limit. */
  max_concurrent?: number | null | undefined;
  /** Policy for runs that overlap. */
  overlap?: OverlapPolicy | null | undefined;
  /** Number of consecutive failures after which the schedule pauses itself. Default: never. */
  pause_on_failure?: number | null | undefined;
  /** Priority among the tenant's due occurrences. */
  priority?: Priority | null | undefined;
  /** Policy for retries of failed attempts. */
  retry?: unknown | null | undefined;
  /** Object that the schedule belongs to. Holds select by it. */
  scope?: unknown | null | undefined;
  /** Recurrence, time zone and bounds: when the schedule runs. */
  spec?: unknown | null | undefined;
  /**
   * Maximum start delay of a run. Default: no limit of its own; the catch-up window still
   * applies.
   */
  start_deadline?: Duration | null | undefined;
  /** Timeout of one attempt. Default: the timeout of the provider, if it has one. */
  timeout?: Duration | null | undefined;
  /** IANA time zone of the recurrence. Default: the server's time zone. */
  timezone?: string | null | undefined;
  /**
   * Recurrence in plain English, or in any other notation: cron, RFC 5545 or an instant. A text
   * with two readings is rejected with both. The text may name the time zone.
   */
  when?: string | null | undefined;
}

/** Selects schedules: those that match all given fields, or those with the given IDs. */
export interface ScheduleSelector {
  /** Prefix of the schedule ID. */
  id_prefix?: string | null | undefined;
  /**
   * Schedule IDs, in this order. Cannot be combined with other fields. An ID that does not
   * exist is reported as refused.
   */
  ids?: string[] | null | undefined;
  /** Labels that the schedules must have. */
  labels?: Record<string, string> | undefined;
  /** Provider of the action. */
  provider?: string | null | undefined;
  /**
   * Comma-separated statuses. Default: the statuses that the action can change: `active` for
   * `pause`, `paused` for `resume`, and `active`, `paused` and `disabled` for `cancel`.
   */
  status?: string | null | undefined;
  /** Text in the ID or the description, case-insensitive. */
  text?: string | null | undefined;
}

/** Change of a status. */
export interface StatusChange {
  /** Status after. */
  to: string;
  /** Status before. Null for a new schedule. */
  from?: string | null;
}

/** Reason for a status. */
export interface StatusNote {
  /** Person, key or program that changed the status. */
  by: string;
  /** The caller's note, or the error. */
  text?: string | null;
  /** Time at which a pause ends by itself. */
  until?: string | null;
}
