// Generated from console/openapi.json by `make clients`. Do not edit.

import { type Duration, type Instant } from '../../values.js';
import { type Priority } from './policies.js';

/** One try of an occurrence. */
export interface Attempt {
  /**
   * Number of the attempt, counted from 1. The count restarts when the occurrence is
   * reprocessed.
   */
  number: number;
  /** Fencing token of the lease that the attempt ran under. */
  fence: number;
  /** Node that ran the attempt. */
  node: string;
  /** Outcome: `open`, `succeeded`, `skipped`, `failed`, `retried` or `lease_lost`. */
  outcome: string;
  /** End time. Null while the attempt is running. */
  ended_at?: string | null;
  /** Message, such as the error. */
  message?: string | null;
  /** Start time. Null if the attempt never started. */
  started_at?: string | null;
}

/** An occurrence or work item that failed and is not retried. */
export interface DeadLetter {
  /** Kind of the dead letter. */
  kind: DeadLetterKind;
  /** ID of the occurrence or work item. */
  id: number;
  /** The occurrence, if the kind is `occurrence`. */
  occurrence?: Occurrence | null;
  /** The work item, if the kind is `work_item`. */
  work_item?: WorkItem | null;
}

/** Kind of a dead letter. */
export type DeadLetterKind = 'occurrence' | 'work_item' | (string & {});

/** A page of a list. */
export interface DeadLetterList {
  /** Items of the page. */
  items: DeadLetter[];
  /** Cursor of the next page. Null on the last page. */
  next_cursor?: string | null;
}

/** Dead letters to change: by ID, or the newest that match. */
export interface DeadLetterSelection {
  /** Kind of the dead letters. */
  kind: DeadLetterKind;
  /** IDs, at most 500. Cannot be combined with `schedule` or `queue`. */
  ids?: number[] | null | undefined;
  /** Maximum number of dead letters. Default: 500. Maximum: 500. */
  limit?: number | null | undefined;
  /** Reason for the change. */
  note?: string | null | undefined;
  /** Queue name. Only for work items. */
  queue?: string | null | undefined;
  /** Schedule ID. Only for occurrences. */
  schedule?: string | null | undefined;
}

/** Result of discarding dead letters. */
export interface DiscardResult {
  /** IDs that are discarded. */
  discarded: number[];
  /** IDs that were not dead letters. */
  refused: number[];
}

/** A time, and the range around it to plan. */
export interface GenerateRequest {
  /** Reference time. */
  as_of: Instant;
  /** Length of the range after `as_of`. Default: 0. Maximum: 400 days. */
  lookahead?: Duration | null | undefined;
  /** Length of the range before `as_of`. Default: 0. Maximum: 400 days. */
  lookback?: Duration | null | undefined;
}

/** Result of planning a range. */
export interface GenerateResult {
  /** Number of active schedules that were considered. */
  schedules: number;
  /** Number of active schedules whose definition cannot be read. */
  unreadable: number;
  /** Number of occurrences that were created. */
  new: number;
  /** Number of occurrences before `as_of` that already existed. */
  existing: number;
}

/** An occurrence: one instance of a schedule. */
export interface Occurrence {
  /** Occurrence ID. */
  id: number;
  /** Schedule ID. */
  schedule: string;
  /** Key of the period that the occurrence stands for. */
  period_key: string;
  /** Discriminator, if the period has several occurrences. Empty otherwise. */
  discriminator: string;
  /** Time that the recurrence yields. */
  nominal_at: string;
  /** Nominal time plus jitter. */
  due_at: string;
  /** State: `planned`, `running`, `succeeded`, `skipped` or `failed`. */
  state: string;
  /** Trigger: `schedule`, `catch_up`, `manual`, `backfill` or `retry`. */
  trigger: string;
  /** Priority among the tenant's due occurrences. */
  priority: Priority;
  /** Number of attempts so far. */
  attempt: number;
  /** Whether the worker has been asked to stop. */
  cancel_requested: boolean;
  /** Revision of the schedule that produced the occurrence. */
  revision: number;
  /** Version of the time zone database that produced the occurrence. */
  tzdb: string;
  /** Idempotency key, the same for every attempt. */
  idempotency_key: string;
  /**
   * Whether the occurrence has a payload of its own, which replaces the payload of the
   * schedule.
   */
  has_own_payload: boolean;
  /** Time at which the occurrence was created. */
  created_at: string;
  /** ID of the occurrence that blocked this one. */
  blocker?: number | null;
  /** Correlation ID, for occurrences that were requested. */
  correlation_id?: string | null;
  /** Time at which the failed occurrence was discarded. It is then no longer a dead letter. */
  discarded_at?: string | null;
  /** Time at which the occurrence completed. */
  ended_at?: string | null;
  /** Message for people, such as the error. */
  message?: string | null;
  /** Node that holds the lease, or held it when the occurrence completed. */
  node?: string | null;
  /** Reason given by the caller, for occurrences that were requested. */
  note?: string | null;
  /** End of the period. */
  period_end?: string | null;
  /** Start of the period, if the occurrence stands for a calendar period. */
  period_start?: string | null;
  /** Reason code, if the occurrence was skipped or failed. */
  reason?: string | null;
  /** Start time of the last attempt. */
  started_at?: string | null;
  /** Object that the run created. */
  target?: RunTarget | null;
}

/** Reason for a change to an occurrence. */
export interface OccurrenceChangeRequest {
  /** Reason for the change, for the audit log. */
  note?: string | null | undefined;
}

/** An occurrence with its attempts. */
export interface OccurrenceDetail {
  /** Attempts, oldest first. */
  attempts: Attempt[];
  /** Number of attempts so far. */
  attempt: number;
  /** ID of the occurrence that blocked this one. */
  blocker?: number | null;
  /** Whether the worker has been asked to stop. */
  cancel_requested: boolean;
  /** Correlation ID, for occurrences that were requested. */
  correlation_id?: string | null;
  /** Time at which the occurrence was created. */
  created_at: string;
  /** Time at which the failed occurrence was discarded. It is then no longer a dead letter. */
  discarded_at?: string | null;
  /** Discriminator, if the period has several occurrences. Empty otherwise. */
  discriminator: string;
  /** Nominal time plus jitter. */
  due_at: string;
  /** Time at which the occurrence completed. */
  ended_at?: string | null;
  /**
   * Whether the occurrence has a payload of its own, which replaces the payload of the
   * schedule.
   */
  has_own_payload: boolean;
  /** Occurrence ID. */
  id: number;
  /** Idempotency key, the same for every attempt. */
  idempotency_key: string;
  /** Message for people, such as the error. */
  message?: string | null;
  /** Node that holds the lease, or held it when the occurrence completed. */
  node?: string | null;
  /** Time that the recurrence yields. */
  nominal_at: string;
  /** Reason given by the caller, for occurrences that were requested. */
  note?: string | null;
  /** End of the period. */
  period_end?: string | null;
  /** Key of the period that the occurrence stands for. */
  period_key: string;
  /** Start of the period, if the occurrence stands for a calendar period. */
  period_start?: string | null;
  /** Priority among the tenant's due occurrences. */
  priority: Priority;
  /** Reason code, if the occurrence was skipped or failed. */
  reason?: string | null;
  /** Revision of the schedule that produced the occurrence. */
  revision: number;
  /** Schedule ID. */
  schedule: string;
  /** Start time of the last attempt. */
  started_at?: string | null;
  /** State: `planned`, `running`, `succeeded`, `skipped` or `failed`. */
  state: string;
  /** Object that the run created. */
  target?: RunTarget | null;
  /** Trigger: `schedule`, `catch_up`, `manual`, `backfill` or `retry`. */
  trigger: string;
  /** Version of the time zone database that produced the occurrence. */
  tzdb: string;
  /** Payload of this occurrence alone. Null if it is sent with the payload of its schedule. */
  payload?: unknown;
}

/** A page of a list. */
export interface OccurrenceList {
  /** Items of the page. */
  items: Occurrence[];
  /** Cursor of the next page. Null on the last page. */
  next_cursor?: string | null;
}

/** Result of a replay. */
export interface ReplayResult {
  /** IDs that are replayed. */
  replayed: number[];
  /** IDs that were not dead letters, or could not be replayed. */
  refused: number[];
}

/** Occurrence to reprocess. */
export interface ReprocessRequest {
  /** Reason for the change, for the audit log. */
  note?: string | null | undefined;
  /**
   * Payload of this occurrence alone, for every attempt from now on. It requires `fire`, and
   * also `command` for a provider that starts programs. Default: the occurrence keeps its
   * payload.
   */
  payload?: unknown | undefined;
}

/** Object that a run created, in the receiver's own terms. */
export interface RunTarget {
  /** Type of the object. */
  type: string;
  /** ID of the object. */
  id: string;
}

/** A unit of work in a queue. */
export interface WorkItem {
  /** Work item ID. */
  id: number;
  /** Queue name. */
  queue: string;
  /** Identity in the queue: two items with the same key are one. */
  key: string;
  /** Payload for the worker, and the occurrence that enqueued it. */
  payload: unknown;
  /** Priority. */
  priority: Priority;
  /** State of the work item. */
  state: string;
  /** Earliest time of the next claim. */
  ready_at: string;
  /** Number of attempts so far. */
  attempt: number;
  /** Maximum number of attempts. */
  max_attempts: number;
  /** Fencing token of the last claim. Required to extend, complete or fail the work item. */
  fence: number;
  /** Time at which the work item was enqueued. */
  created_at: string;
  /** Time at which the work item completed or became a dead letter. */
  ended_at?: string | null;
  /** Message of the last failure. */
  error?: string | null;
  /** Time at which the lease expires. */
  lease_until?: string | null;
  /** ID of the occurrence that enqueued the work item. */
  occurrence?: number | null;
  /** Result given by the worker. */
  result?: unknown;
  /** Worker that holds the lease, or held it last. */
  worker?: string | null;
}
