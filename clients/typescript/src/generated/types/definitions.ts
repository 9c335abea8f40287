// Generated from console/openapi.json by `make clients`. Do not edit.

import { type Duration } from '../../values.js';
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

/** A schedule to create. */
export interface NewSchedule {
  /** Action to send. */
  action: Action;
  /** Whether to accept a provider that no live node has. Default: false. Not stored. */
  allow_unknown_provider?: boolean | undefined;
  /** Policy for missed occurrences. */
  catch_up?: CatchUp | undefined;
  /** Cron expression: five fields, six with seconds first, or a macro such as `@daily`. */
  cron?: string | undefined;
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
}

/** Definition of a schedule, as its owner writes it. */
export interface ScheduleDefinition {
  /** Action to send. */
  action: Action;
  /** Whether to accept a provider that no live node has. Default: false. Not stored. */
  allow_unknown_provider?: boolean | undefined;
  /** Policy for missed occurrences. */
  catch_up?: CatchUp | undefined;
  /** Cron expression: five fields, six with seconds first, or a macro such as `@daily`. */
  cron?: string | undefined;
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
  /**
   * History level: how much of each attempt is stored. Default: the level of the tenant, else
   * of the node.
   */
  history?: HistoryLevel | null | undefined;
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
}

/** Definition of a schedule, as its owner wrote it. */
export interface StoredDefinition {
  /** Action to send. */
  action?: Action | undefined;
  /** Policy for missed occurrences. */
  catch_up?: CatchUp | undefined;
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
   * History level: how much of each attempt is stored. Default: the level of the tenant, else
   * of the node.
   */
  history?: HistoryLevel | null | undefined;
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
  /** Reason why the stored definition cannot be read. An edit replaces it. */
  problem?: string | undefined;
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
}
