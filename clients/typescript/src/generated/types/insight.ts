// Generated from console/openapi.json by `make clients`. Do not edit.

import { type Occurrence } from './ledger.js';

/** An audit log entry. */
export interface AuditEntry {
  /** Position in the tenant's hash chain, counted from 1. */
  seq: number;
  /** Time of the change. */
  at: string;
  /** Person, key or program that made the change. */
  actor: string;
  /** Action that was performed. */
  action: string;
  /** Object that was changed. */
  object: string;
  /** Details of the action. */
  detail: unknown;
  /** Hash of the previous entry. */
  previous: string;
  /** Hash of this entry. */
  hash: string;
  /** Reason given by the caller. */
  reason?: string | null;
  /** ID of the request. */
  request_id?: string | null;
}

/** A page of a list. */
export interface AuditEntryList {
  /** Items of the page. */
  items: AuditEntry[];
  /** Cursor of the next page. Null on the last page. */
  next_cursor?: string | null;
}

/** Result of verifying the tenant's hash chain. */
export interface AuditVerification {
  /** Whether every entry follows its predecessor. */
  is_intact: boolean;
  /** Position of the first entry that does not follow its predecessor or is missing. */
  broken_at?: number | null;
  /** Number of entries. Null if an entry is broken. */
  entries?: number | null;
  /**
   * Hash of the last entry. Null if an entry is broken. Store it elsewhere to detect a
   * truncated log.
   */
  tip?: string | null;
}

/** A count that may have stopped at a limit. */
export interface BoundedCount {
  /** The count, a lower bound if `is_cut` is true. */
  count: number;
  /** Whether there are more. */
  is_cut: boolean;
}

/** A minute of the week. */
export interface BusyMinute {
  /** Day of the week. */
  weekday: string;
  /** Time of day. */
  time: string;
  /** Number of occurrences. */
  occurrences: number;
}

/** An event. */
export interface Event {
  /** Kind of the event. */
  kind: EventKind;
  /** Time of the event. */
  at: string;
  /** Number of the attempt. */
  attempt?: number | null;
  /** Number of planned occurrences, or of occurrences collapsed into a gap. */
  count?: number | null;
  /** Kind of alarm, or outcome of a dispatch. */
  detail?: string | null;
  /** Error message, alarm text or log record. */
  message?: string | null;
  /** The occurrence at that time, for `started`, `completed` and `retried`. */
  occurrence?: Occurrence | null;
  /** Occurrence ID. */
  occurrence_id?: number | null;
  /** Time of the next attempt. */
  retry_at?: string | null;
  /** Schedule ID. Null if the event is not about a schedule. */
  schedule?: string | null;
}

/** Kind of an event. */
export type EventKind =
  | 'planned'
  | 'finished'
  | 'gap'
  | 'started'
  | 'dispatched'
  | 'completed'
  | 'retried'
  | 'logged'
  | 'alarm'
  | (string & {});

/** Length of a time slot. */
export type Fold = 'hour' | 'day' | (string & {});

/** A quiet minute of the day. */
export interface FreeSlot {
  /** Time of day. */
  time: string;
  /** Number of occurrences at this time, over all days. */
  occurrences: number;
  /** Cron expression for a daily schedule at this time. */
  cron: string;
}

/** Load of a tenant's schedules by hour of the week. */
export interface Heatmap {
  /** Start of the window, inclusive. */
  from: string;
  /** End of the window, exclusive. */
  until: string;
  /** Time zone of the hours. */
  timezone: string;
  /** Number of active schedules that were counted. */
  schedules: number;
  /** Number of occurrences that were counted. */
  occurrences: number;
  /** Whether a limit stopped the count. All numbers are then too low. */
  is_cut: boolean;
  /** Occurrences by hour of the week, starting on Monday at 00:00: 168 entries. */
  hours: HourLoad[];
  /** Busiest minutes of the week, busiest first. */
  busiest: BusyMinute[];
  /**
   * Quiet minutes of the day for new schedules, quietest first, away from the quarters of the
   * hour.
   */
  free_slots: FreeSlot[];
}

/** A schedule and its occurrences. */
export interface HistorySchedule {
  /** Schedule ID. */
  schedule: string;
  /** Occurrences in order. Those of a crowded time slot are merged into one span. */
  spans: HistorySpan[];
}

/** An hour or a day. */
export interface HistorySlot {
  /** Start of the time slot. */
  at: string;
  /** Number of occurrences by state. */
  counts: StateCounts;
}

/** An occurrence, or the occurrences of a crowded time slot. */
export interface HistorySpan {
  /** Nominal time of the first occurrence. */
  from: string;
  /** Nominal time of the last occurrence. Equal to `from` for a single occurrence. */
  until: string;
  /** Number of occurrences by state. */
  counts: StateCounts;
}

/** An hour of the week. */
export interface HourLoad {
  /** Day of the week. */
  weekday: string;
  /** Hour of the day, from 0. Maximum: 23. */
  hour: number;
  /** Number of occurrences. */
  occurrences: number;
}

/** Activity of this node for the tenant since the node started. */
export interface NodeActivity {
  /** Node ID. */
  id: string;
  /** Occurrences that were planned. */
  planned: number;
  /** Attempts that were started. */
  started: number;
  /** Occurrences that succeeded. */
  succeeded: number;
  /** Occurrences that were skipped. */
  skipped: number;
  /** Occurrences that failed. */
  failed: number;
  /** Attempts that failed and were retried. */
  retried: number;
  /** Missed occurrences that were collapsed into gaps. */
  missed: number;
}

/** Occurrences of all schedules in a time window. */
export interface RunHistory {
  /** Start of the window, inclusive, by nominal time. */
  from: string;
  /** End of the window, exclusive. */
  until: string;
  /** Time zone of the time slots. */
  timezone: string;
  /** Number of schedules with occurrences in the window, including those that are not returned. */
  schedules: number;
  /** Number of occurrences of all these schedules. */
  occurrences: number;
  /** Schedules with the latest occurrences, latest first. */
  items: HistorySchedule[];
  /** Occurrences of all schedules by hour or day. Empty time slots are omitted. */
  slots: HistorySlot[];
  /** If counting stopped at its limit: only occurrences recorded since this time are counted. */
  counted_since?: string | null;
}

/** Number of schedules by status. */
export interface ScheduleCounts {
  /** Active schedules. */
  active: BoundedCount;
  /** Paused schedules. */
  paused: BoundedCount;
  /** Canceled schedules. */
  canceled: BoundedCount;
  /** Schedules that an error has disabled. */
  disabled: BoundedCount;
  /** Schedules without further occurrences. */
  finished: BoundedCount;
}

/** Health of a tenant's schedules. */
export interface ScheduleHealth {
  /**
   * Schedules whose planning is overdue by a minute or more, most overdue first. Empty as long
   * as nodes work. At most 500.
   */
  stale: StaleSchedule[];
  /** Whether there may be more schedules than are listed. */
  is_cut: boolean;
}

/** A schedule that was not planned in time. */
export interface StaleSchedule {
  /** Schedule ID. */
  id: string;
  /** Time at which planning was due. Null if the definition cannot be read. */
  due_at?: string | null;
  /** Reason why the definition cannot be read. */
  problem?: string | null;
}

/** Number of occurrences by state. */
export interface StateCounts {
  /** Occurrences that are planned. */
  planned: number;
  /** Occurrences that are running. */
  running: number;
  /** Occurrences that succeeded. */
  succeeded: number;
  /** Occurrences that were skipped. */
  skipped: number;
  /** Occurrences that failed. */
  failed: number;
}

/** Statistics of a tenant. */
export interface Stats {
  /** Time of the count. */
  at: string;
  /** Schedules by status. */
  schedules: ScheduleCounts;
  /** Occurrences that wait for their due time or for a retry. */
  planned: BoundedCount;
  /** Occurrences that are running. */
  running: BoundedCount;
  /** Occurrences that are due for a minute or more and have not started. */
  overdue: BoundedCount;
  /** Number of live nodes. */
  nodes: number;
  /** Activity of the node that responds. */
  node: NodeActivity;
}

/** Upcoming occurrences of a tenant's schedules in a time window. */
export interface UpcomingOccurrences {
  /** Start of the window, inclusive. */
  from: string;
  /** End of the window, exclusive. */
  until: string;
  /** Time zone of the time slots. */
  timezone: string;
  /** Number of active schedules that were examined. */
  schedules: number;
  /** Number of schedules with occurrences in the window, including those that are not returned. */
  schedules_with_occurrences: number;
  /** Number of occurrences of all these schedules. */
  occurrences: number;
  /** Whether a limit stopped the search. There are then more schedules than are counted here. */
  is_cut: boolean;
  /** Schedules with the earliest occurrences, in order of their first occurrence. */
  items: UpcomingSchedule[];
  /** Load of all schedules by hour or day. Empty time slots are omitted. */
  slots: UpcomingSlot[];
}

/** A schedule and its upcoming occurrences. */
export interface UpcomingSchedule {
  /** Schedule ID. */
  schedule: string;
  /** Description of the recurrence. */
  sentence: string;
  /** Time zone of the schedule. */
  timezone: string;
  /** Number of occurrences, a lower bound if `is_cut` is true. */
  occurrences: number;
  /** Whether there are more occurrences. */
  is_cut: boolean;
  /** Occurrences in order. Those of a crowded time slot are merged into one span. */
  spans: UpcomingSpan[];
}

/** An hour or a day. */
export interface UpcomingSlot {
  /** Start of the time slot. */
  at: string;
  /** Number of occurrences, a lower bound if `is_cut` is true. */
  occurrences: number;
  /** Number of schedules that the occurrences belong to. */
  schedules: number;
  /** Whether there are more occurrences. */
  is_cut: boolean;
}

/** An occurrence, or the occurrences of a crowded time slot. */
export interface UpcomingSpan {
  /** Time of the first occurrence. */
  from: string;
  /** Time of the last occurrence. Equal to `from` for a single occurrence. */
  until: string;
  /** Number of occurrences, a lower bound if `is_cut` is true. */
  occurrences: number;
  /** Whether there are more occurrences. */
  is_cut: boolean;
}
