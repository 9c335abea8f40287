// Generated from console/openapi.json by `make clients`. Do not edit.

import { type Instant } from '../../values.js';
import { type OccurrenceDetail } from './ledger.js';
import { type OverlapPolicy } from './policies.js';
import { type ResumeMode } from './schedules.js';

/** A past range to backfill. */
export interface BackfillRequest {
  /** Start of the range, inclusive, by nominal time. */
  from: Instant;
  /** End of the range, inclusive. Must not be in the future. */
  to: Instant;
  /**
   * Maximum number of occurrences of the backfill that run at once, per discriminator. More
   * than 1 requires overlap `allow_all`. Default: 1. Maximum: 1,000.
   */
  concurrency?: number | null | undefined;
  /** Token of the preview. Without a token, nothing is changed. */
  confirm?: string | null | undefined;
  /**
   * Maximum number of occurrences, counting existing ones. Default: 10,000. Maximum: 10,000.
   * The server may be configured with a lower limit, which is then also the default. A period
   * is taken with all its discriminators or not at all.
   */
  limit?: number | null | undefined;
  /** Reason for the backfill. */
  note?: string | null | undefined;
  /**
   * Overlap policy. `buffer_all`: one occurrence at a time, and not alongside other runs of its
   * discriminator. `allow_all`: alongside other runs. Other values are rejected, because they
   * would skip occurrences of the backfill itself. Default: `buffer_all`, or `allow_all` if
   * that is the schedule's own policy.
   */
  overlap?: OverlapPolicy | null | undefined;
  /** Existing occurrences to run again. Default: `none`. */
  reprocess?: ReprocessMode | null | undefined;
}

/** Preview or result of a backfill. */
export interface BackfillResult {
  /** Whether the backfill has been started. If false, this is a preview. */
  done: boolean;
  /** Number of occurrences that are created. */
  new: number;
  /** Number of occurrences that are reopened. */
  reopened: number;
  /** Number of occurrences that stay as they are. */
  untouched: number;
  /** Whether the range has more occurrences than the limit. */
  is_cut: boolean;
  /** Overlap policy: `buffer_all` (one after the other) or `allow_all` (alongside other runs). */
  overlap: OverlapPolicy;
  /** Maximum number of occurrences that run at once, per discriminator. */
  concurrency: number;
  /**
   * Token that confirms the preview, for the same request, once. Null if the backfill has been
   * started.
   */
  confirm?: string | null;
  /** Estimated duration of the whole backfill at this median, in seconds. Only in a preview. */
  estimated_duration_seconds?: number | null;
  /** Time until which the token is valid. */
  expires_at?: string | null;
  /** First nominal time in the range. */
  first?: string | null;
  /** Last nominal time in the range. */
  last?: string | null;
  /** Median duration of the schedule's last successful runs, in seconds. Only in a preview. */
  median_duration_seconds?: number | null;
}

/** Options of a cancellation. */
export interface CancelRequest {
  /** Reason for the cancellation. */
  note?: string | null | undefined;
}

/** Occurrences of a schedule by day. */
export interface DailyCounts {
  /** Start of the range, inclusive, by nominal time. */
  from: string;
  /** End of the range, exclusive. */
  until: string;
  /** Time zone of the days. */
  timezone: string;
  /** Number of occurrences that were counted. */
  occurrences: number;
  /** The days with occurrences, in order. */
  days: DayCounts[];
  /** If counting stopped at its limit: only occurrences recorded since this time are counted. */
  counted_since?: string | null;
}

/** A day with the number of its occurrences by state. */
export interface DayCounts {
  /** Date in the time zone. */
  date: string;
  /** Occurrences that failed. */
  failed: number;
  /** Occurrences that are planned. */
  planned: number;
  /** Occurrences that are running. */
  running: number;
  /** Occurrences that were skipped. */
  skipped: number;
  /** Occurrences that succeeded. */
  succeeded: number;
}

/** Explanation of why a schedule did or did not run. */
export interface Explanation {
  /** Time that is explained. */
  at: string;
  /** Explanation as a sentence. */
  sentence: string;
  /**
   * Answer code: `not_created_yet`, `not_matched`, `recorded`, `in_gap`, `stopped`,
   * `not_planned_yet`, `will_be_held` (a hold will skip it) or `unexplained`.
   */
  answer: string;
  /** Occurrences at that time. */
  occurrences: OccurrenceDetail[];
  /** Evaluation of the recurrence in effect at that time. Null if it is no longer valid. */
  evaluation?: RecurrenceEvaluation | null;
  /** Gap that contains that time. */
  gap?: OccurrenceGap | null;
  /** Hold that would skip the occurrence now, as a sentence. */
  hold?: string | null;
  /** Revision in effect at that time. Null if the schedule did not exist yet. */
  revision?: Revision | null;
}

/** A manual run. */
export interface FireRequest {
  /** Correlation ID of the occurrence. Default: the request ID. */
  correlation_id?: string | null | undefined;
  /** Discriminator of the occurrence. Default: the schedule's first one. */
  discriminator?: string | null | undefined;
  /** Reason for the run. */
  note?: string | null | undefined;
  /**
   * Payload of this run alone, for every attempt. It replaces the payload of the schedule.
   * Default: the payload of the schedule. A payload for a provider that starts programs
   * requires `command`.
   */
  payload?: unknown | undefined;
}

/** Result of a manual run request. */
export interface FireResult {
  /** Occurrence ID. */
  occurrence: number;
  /** Whether an earlier request with the same key created the occurrence. */
  existing: boolean;
  /** State of the occurrence. */
  state: string;
}

/** The next occurrences of a schedule. */
export interface NextOccurrences {
  /** Times in order. Empty while the schedule is paused or after it has ended. */
  next: string[];
}

/** Missed occurrences that are collapsed into one record. */
export interface OccurrenceGap {
  /** Gap ID. */
  id: number;
  /** Nominal time of the first occurrence. */
  from: string;
  /** Nominal time of the last occurrence. */
  to: string;
  /** Number of occurrences. */
  count: number;
  /** Reason why the occurrences did not run. */
  reason: string;
  /** Time at which the gap was recorded. */
  created_at: string;
}

/** A page of a list. */
export interface OccurrenceGapList {
  /** Items of the page. */
  items: OccurrenceGap[];
  /** Cursor of the next page. Null on the last page. */
  next_cursor?: string | null;
}

/** Options of a pause. */
export interface PauseRequest {
  /** Reason for the pause. */
  note?: string | null | undefined;
  /** Time at which the pause ends by itself. Default: none. */
  until?: Instant | null | undefined;
}

/** A condition of the recurrence. */
export interface RecurrenceCheck {
  /** Field or bound. */
  name: string;
  /** Value at that time. */
  value: string;
  /** Whether the recurrence accepts the value. */
  passed: boolean;
}

/** Evaluation of a recurrence at a time. */
export interface RecurrenceEvaluation {
  /** Whether the recurrence matches the time. */
  matches: boolean;
  /** Checks, in order. */
  checks: RecurrenceCheck[];
  /** Next occurrence. */
  next?: string | null;
  /** Previous occurrence. */
  previous?: string | null;
}

/** Existing occurrences that a backfill runs again. */
export type ReprocessMode = 'none' | 'failed' | 'completed' | (string & {});

/** Options for resuming a schedule. */
export interface ResumeRequest {
  /** What happens to the occurrences that were due during the pause. Default: `now`. */
  from?: ResumeMode | null | undefined;
  /** Reason for resuming. */
  note?: string | null | undefined;
}

/** A revision of a schedule. */
export interface Revision {
  /** Revision number. */
  revision: number;
  /** Time of the change. */
  at: string;
  /** Person, key or program that made the change. */
  by: string;
  /** Kind of change. */
  change: string;
  /** Definition since this revision. Null if the change did not affect it. */
  definition?: unknown | null;
  /** Reason why the definition of this revision cannot be read. */
  problem?: string | null;
}

/** A page of a list. */
export interface RevisionList {
  /** Items of the page. */
  items: Revision[];
  /** Cursor of the next page. Null on the last page. */
  next_cursor?: string | null;
}
