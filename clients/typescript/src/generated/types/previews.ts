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
import { type ScheduleSpec } from './timing.js';

/** One occurrence. */
export interface DiffOccurrence {
  /** Nominal time of the occurrence. */
  at: string;
  /** Period key. */
  period_key: string;
}

/** A DST change that affects a schedule. */
export interface DstChange {
  /** Time of the change. */
  at: string;
  /** Kind: `gap` if the clock is set forward, `fold` if it is set back. */
  kind: string;
  /** Affected local times, and what happens to them. */
  message: string;
}

/** Minimum time between two occurrences. */
export interface MinGap {
  /** Time in seconds. */
  seconds: number;
  /** Time as text, for people. */
  text: string;
}

/** An occurrence that moves. */
export interface MovedOccurrence {
  /** The occurrence before the change. */
  from: DiffOccurrence;
  /** The occurrence after the change. */
  to: DiffOccurrence;
}

/** Occurrences added, removed and moved, each list in order. */
export interface OccurrenceDiff {
  /** Start of the compared window, inclusive. */
  from: string;
  /** End of the compared window, exclusive. */
  until: string;
  /** Occurrences that only the new recurrence has. */
  added: DiffOccurrence[];
  /** Occurrences that only the old recurrence has. */
  removed: DiffOccurrence[];
  /** Occurrences that move to another instant. */
  moved: MovedOccurrence[];
  /** Whether the lists were truncated. */
  truncated: boolean;
}

/** A planned occurrence, and what saving does to it. */
export interface PendingOccurrence {
  /** Period key. */
  period_key: string;
  /** Discriminator, if the period has several occurrences. Empty otherwise. */
  discriminator: string;
  /** Current due time. */
  due_at: string;
  /** Effect: `stays`, `moves`, or `superseded` if the occurrence would be skipped. */
  effect: string;
  /** New due time. Null if the occurrence would be skipped. */
  new_due_at?: string | null;
}

/** Effect of saving on a schedule. */
export interface PreviewChange {
  /** Schedule ID. */
  against: string;
  /** Planned occurrences that have not started, earliest first. */
  pending: PendingOccurrence[];
  /** Whether there are more planned occurrences than are listed. */
  is_cut: boolean;
  /**
   * Occurrences that are added, removed and moved. Null if the stored recurrence is no longer
   * valid.
   */
  occurrences?: OccurrenceDiff | null;
}

/** One occurrence of a recurrence. */
export interface PreviewOccurrence {
  /** Nominal time, before jitter. */
  at: string;
  /** Due time, including jitter. */
  due_at: string;
  /** Local time in the schedule's time zone. */
  local: string;
  /** Period key, under which the occurrence is recorded exactly once. */
  period_key: string;
  /** Human-readable label of the period. */
  period_label: string;
  /** Start of the period. */
  period_start: string;
  /**
   * Effect of a DST change: `moved` if the local time does not exist, `first_pass` or
   * `later_pass` if the local time occurs twice. Null on all other days.
   */
  dst?: string | null;
  /** Local time in the other requested time zone. */
  in_zone?: string | null;
  /** End of the period. Null if no period follows. */
  period_end?: string | null;
}

/** A schedule to preview. */
export interface PreviewRequest {
  /** Action to send. */
  action: Action;
  /** ID of the stored schedule to compare with. */
  against?: string | undefined;
  /** Whether to accept a provider that no live node has. Default: false. Not stored. */
  allow_unknown_provider?: boolean | undefined;
  /** Policy for missed occurrences. */
  catch_up?: CatchUp | undefined;
  /** Number of occurrences. Default: 10. Maximum: 100. */
  count?: number | undefined;
  /** Cron expression: five fields, six with seconds first, or a macro such as `@daily`. */
  cron?: string | undefined;
  /** Number of days to compare, of 24 hours each. Default: 30. Maximum: 366. */
  days?: number | undefined;
  /** Delivery guarantee after a crash between sending and recording. */
  delivery?: Delivery | undefined;
  /** Description for people. */
  description?: string | undefined;
  /**
   * Names of several targets per period, each with its own occurrence. Default: one unnamed
   * target.
   */
  discriminators?: string[] | undefined;
  /**
   * Whether the schedule runs. False creates it paused, or pauses it together with the change;
   * true resumes a paused one. Default: true for a new schedule, unchanged otherwise.
   */
  enabled?: boolean | undefined;
  /** Start time. Default: now. */
  from?: Instant | undefined;
  /**
   * History level: how much of each attempt is stored. Default: the level of the tenant, else
   * of the node.
   */
  history?: HistoryLevel | null | undefined;
  /** Schedule ID, unique in the tenant. Default: generated. */
  id?: string | undefined;
  /** Labels to select the schedule by. */
  labels?: Record<string, string> | undefined;
  /** Maximum number of concurrent runs under `allow_all`. Default: no limit. */
  max_concurrent?: number | null | undefined;
  /** Policy for runs that overlap. */
  overlap?: OverlapPolicy | undefined;
  /** Number of consecutive failures after which the schedule pauses itself. Default: never. */
  pause_on_failure?: number | null | undefined;
  /** Priority among the tenant's due occurrences. */
  priority?: Priority | undefined;
  /** Policy for retries of failed attempts. */
  retry?: RetryPolicy | undefined;
  /** Object that the schedule belongs to. Holds select by it. */
  scope?: Scope | null | undefined;
  /** Recurrence, time zone and bounds: when the schedule runs. */
  spec?: ScheduleSpec | undefined;
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
  when?: string | undefined;
  /** Second time zone to show times in. */
  zone?: string | undefined;
}

/** Preview of a definition. */
export interface SchedulePreview {
  /** Description of the recurrence in one sentence. */
  description: string;
  /** Time zone, in the spelling of the time zone database. */
  timezone: string;
  /** Start time of the preview. */
  from: string;
  /** Warnings about settings that are valid but probably not intended. */
  warnings: Warning[];
  /** Next occurrences, in order. */
  next: PreviewOccurrence[];
  /** Whether there are no occurrences after these. */
  is_last: boolean;
  /** DST changes within a year that affect the schedule. */
  dst_dates: DstChange[];
  /**
   * Delay between the end of a run and the next one, for `after_completion` recurrences, which
   * have no times of their own.
   */
  after_completion?: string | null;
  /** Effect on the schedule in `against`. Null without `against`. */
  change?: PreviewChange | null;
  /** Minimum time between two occurrences. Null if there are never two. */
  min_gap?: MinGap | null;
}

/** A warning about a definition. It has no effect on the definition. */
export interface Warning {
  /** Stable code of the warning. */
  code: string;
  /** Description of the warning for this recurrence. */
  message: string;
  /** Suggestion if the recurrence was not intended this way. */
  hint?: string | null;
}
