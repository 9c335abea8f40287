// Generated from console/openapi.json by `make clients`. Do not edit.

import { type Instant } from '../../values.js';
import { type OverlapPolicy } from './policies.js';
import { type Warning } from './previews.js';

/** Action that is dispatched at each execution. */
export interface ActionTemplate {
  /** Name of the provider that delivers the action. */
  provider: string;
  /** Type of the action, for dispatch rules and receivers. */
  action_type: string;
  /** JSON object for the provider. */
  payload: unknown;
  /** Metadata of every dispatched action. */
  metadata: Record<string, string>;
  /** Deduplication key: actions with the same key are sent once. */
  dedup_key?: string | null;
  /** Address in the provider's own terms. Null if there is none. */
  target?: string | null;
}

/** A new recurring action. */
export interface CreateRecurringRequest {
  /** Namespace of the tenant. */
  namespace: string;
  /** Tenant that owns the recurring action. */
  tenant: string;
  /** Cron expression: five fields, six with seconds first, or seven with the year last. */
  cron_expr: string;
  /** Name of the provider that delivers the action. */
  provider: string;
  /** Type of the action, for dispatch rules and receivers. */
  action_type: string;
  /** JSON object for the provider. */
  payload: unknown;
  /**
   * Deduplication key: actions with the same key are sent once. The placeholders
   * `{{recurring_id}}` and `{{execution_time}}` are replaced.
   */
  dedup_key?: string | null | undefined;
  /** Description for people. */
  description?: string | null | undefined;
  /** Whether the recurring action is active. Default: true. */
  enabled?: boolean | null | undefined;
  /** End: no execution at or after this time. */
  ends_at?: Instant | null | undefined;
  /** Labels, for selecting recurring actions. */
  labels?: Record<string, string> | null | undefined;
  /** Maximum number of executions. Default: no limit. */
  max_executions?: number | null | undefined;
  /** Metadata of every dispatched action. */
  metadata?: Record<string, string> | null | undefined;
  /**
   * Policy for an execution that is due while an earlier one is still running. Default:
   * `allow_all`.
   */
  overlap_policy?: OverlapPolicy | null | undefined;
  /**
   * Address in the provider's own terms: a URL for `webhook`, a queue for `queue`. Default: the
   * provider's default, which is the configured URL for `webhook`, and `action_type` for
   * providers whose target is a name.
   */
  target?: string | null | undefined;
  /** IANA time zone. Default: UTC. */
  timezone?: string | null | undefined;
}

/** The created recurring action. */
export interface CreateRecurringResult {
  /** Recurring action ID. */
  recurring_id: string;
  /** Cron expression. */
  cron_expr: string;
  /** IANA time zone. */
  timezone: string;
  /** Whether the recurring action is active. */
  enabled: boolean;
  /** Time of the first execution. Null if the recurring action is not active. */
  next_execution?: string | null;
  /** Warnings about settings that are probably not intended. Omitted if there are none. */
  warnings?: Warning[];
}

/** A recurring action. */
export interface RecurringAction {
  /** Recurring action ID. */
  id: string;
  /** Namespace of the tenant. */
  namespace: string;
  /** Tenant that owns the recurring action. */
  tenant: string;
  /** Cron expression. */
  cron_expr: string;
  /** IANA time zone. */
  timezone: string;
  /** Whether the recurring action is active. */
  enabled: boolean;
  /**
   * Status: `active`, `paused`, `completed` (the end or the maximum number of executions is
   * reached), `canceled`, or `disabled` (the definition cannot be used).
   */
  status: string;
  /** Action that is dispatched at each execution. */
  action_template: ActionTemplate;
  /** Time of creation. */
  created_at: string;
  /** Time of the last update. */
  updated_at: string;
  /** Policy for an execution that is due while an earlier one is still running. */
  overlap_policy: OverlapPolicy;
  /** Number of executions that succeeded. */
  execution_count: number;
  /** Labels, for selecting recurring actions. */
  labels: Record<string, string>;
  /** Description for people. */
  description?: string | null;
  /** End: no execution at or after this time. Null if there is none. */
  ends_at?: string | null;
  /** Start time of the last execution. Null if there was none. Skipped occurrences do not count. */
  last_executed_at?: string | null;
  /** Occurrence ID of the last execution. */
  last_execution_id?: number | null;
  /** Maximum number of executions. Null if there is no limit. */
  max_executions?: number | null;
  /** Time of the next execution. Null if the recurring action is not active. */
  next_execution_at?: string | null;
  /**
   * Warnings about settings that are probably not intended. Only in responses to an update.
   * Omitted if there are none.
   */
  warnings?: Warning[];
}

/** A past range to backfill. */
export interface RecurringBackfillRequest {
  /** Start of the range, inclusive. */
  start: Instant;
  /** End of the range, inclusive. Must not be in the future. */
  end: Instant;
  /**
   * Maximum number of executions, from the start of the range. Default: 500. Maximum: 500. The
   * server may be configured with a lower limit, which is then also the default.
   */
  limit?: number | null | undefined;
}

/** Result of a backfill. */
export interface RecurringBackfillResult {
  /** Recurring action ID. */
  recurring_id: string;
  /** Number of executions that were created. */
  created: number;
  /** Number of skipped executions that run now. */
  reopened: number;
  /** Number of existing executions that stay as they are. */
  unchanged: number;
  /** Whether the range has more executions than `limit`. */
  truncated: boolean;
  /**
   * Executions of the range in order of time. New ones are `planned`; the history shows their
   * outcome.
   */
  executions: RecurringExecution[];
}

/** One execution. */
export interface RecurringExecution {
  /** Occurrence ID. */
  id: number;
  /** Scheduled time. */
  scheduled_at: string;
  /** Outcome: `planned`, `running`, `succeeded`, `skipped` or `failed`. */
  outcome: string;
  /** Number of attempts. */
  attempts: number;
  /** End time. Null while the execution is planned or running. */
  ended_at?: string | null;
  /** Error message. */
  error?: string | null;
  /** Start time of the last attempt. Null if the execution never started. */
  executed_at?: string | null;
  /** Reason, if the execution was skipped or failed. */
  reason?: string | null;
}

/** The latest executions of a recurring action. */
export interface RecurringHistory {
  /** Executions, latest first. */
  history: RecurringExecution[];
}

/** A page of recurring actions. */
export interface RecurringList {
  /** Recurring actions, in order of ID. */
  recurring_actions: RecurringSummary[];
  /** Number of recurring actions on this page. */
  count: number;
  /** Cursor of the next page. Absent on the last page. */
  next_cursor?: string | null;
  /** Number of recurring actions on all pages. Null if it was not requested. */
  total?: number | null;
  /** False if there are more than `total`, because counting stopped after 10,000 schedules. */
  total_is_exact?: boolean | null;
}

/** State of a recurring action after it was paused or resumed. */
export interface RecurringState {
  /** Recurring action ID. */
  id: string;
  /** Whether the recurring action is active. */
  enabled: boolean;
  /** Time of the next execution. Null if the recurring action is not active. */
  next_execution_at?: string | null;
}

/** A recurring action in a list. */
export interface RecurringSummary {
  /** Recurring action ID. */
  id: string;
  /** Cron expression. */
  cron_expr: string;
  /** IANA time zone. */
  timezone: string;
  /** Whether the recurring action is active. */
  enabled: boolean;
  /** Status: `active`, `paused`, `completed`, `canceled` or `disabled`. */
  status: string;
  /** Name of the provider that delivers the action. */
  provider: string;
  /** Type of the action, for dispatch rules and receivers. */
  action_type: string;
  /** Number of executions that succeeded. */
  execution_count: number;
  /** Time of creation. */
  created_at: string;
  /** Labels, for selecting recurring actions. */
  labels: Record<string, string>;
  /** Description for people. */
  description?: string | null;
  /** Start time of the last execution. Null if there was none. */
  last_executed_at?: string | null;
  /** Time of the next execution. Null if the recurring action is not active. */
  next_execution_at?: string | null;
}

/**
 * A partial update. Absent fields stay as they are; null restores the default of a field that
 * has one.
 */
export interface UpdateRecurringRequest {
  /** Type of the action. */
  action_type?: string | undefined;
  /** Cron expression, in the cron dialect of the recurring action. */
  cron_expr?: string | undefined;
  /** Deduplication key: actions with the same key are sent once. Null: no key. */
  dedup_key?: string | null | undefined;
  /** Description for people. Null: none. */
  description?: string | null | undefined;
  /** Whether the recurring action is active. */
  enabled?: boolean | undefined;
  /** End: no execution at or after this time. Null: no end. */
  ends_at?: Instant | null | undefined;
  /** Labels, for selecting recurring actions. Null: none. */
  labels?: Record<string, string> | null | undefined;
  /** Maximum number of executions. Null: no limit. */
  max_executions?: number | null | undefined;
  /** Metadata of every dispatched action. Null: none. */
  metadata?: Record<string, string> | null | undefined;
  /** Policy for an execution that is due while an earlier one is still running. */
  overlap_policy?: OverlapPolicy | undefined;
  /** JSON object for the provider. */
  payload?: unknown | undefined;
  /** Name of the provider that delivers the action. */
  provider?: string | undefined;
  /** Address in the provider's own terms. Null: the provider's default. */
  target?: string | null | undefined;
  /** IANA time zone. Null: UTC. */
  timezone?: string | null | undefined;
}
