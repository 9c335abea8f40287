// Generated from console/openapi.json by `make clients`. Do not edit.

import { type Duration } from '../../values.js';
import { type RunTarget } from './ledger.js';
import { type Action, type Scope } from './policies.js';
import { type Warning } from './previews.js';

/** Alert: the alarms and schedules to watch, and the action to send. */
export interface Alert {
  /** Names of the alarms to send. */
  on: string[];
  /**
   * Action to send. Placeholders such as `{{alarm.message}}` in the strings of its payload are
   * replaced with details of the alarm.
   */
  action: Action;
  /** Number of consecutive failures from which the alarm `failing` is sent. Default: 1. */
  failing_after?: number;
  /** Labels of the schedules to watch. A schedule must have all of them. */
  labels?: Record<string, string>;
  /**
   * Minimum time between two alerts about the same alarm of the same schedule. Default: 15
   * minutes. Maximum: 30 days.
   */
  limit?: string;
  /** IDs of the schedules to watch. Default: all schedules. */
  schedules?: string[];
}

/** A page of a list. */
export interface AlertList {
  /** Items of the page. */
  items: StoredAlert[];
  /** Cursor of the next page. Null on the last page. */
  next_cursor?: string | null;
}

/** State of a circuit breaker. */
export interface CircuitBreaker {
  /** Name of the provider. */
  provider: string;
  /** Receiver in the provider's own terms. Empty if the provider has only one receiver. */
  receiver: string;
  /** Whether this node has the provider. Other nodes may have others. */
  is_provider_available: boolean;
  /** State: `closed`, `failing`, `open`, `half_open` or `tripped`. */
  state: string;
  /** Whether actions for the receiver are sent. */
  is_closed: boolean;
  /** Number of consecutive failures, while the breaker is `failing`. */
  failures?: number | null;
  /** Reason given when the breaker was tripped. */
  note?: string | null;
  /** Number of consecutive deliveries, while the breaker is `half_open`. */
  successes?: number | null;
  /**
   * While the breaker is `open`: when the next probe may be sent. While it is `half_open`: when
   * the current probe times out.
   */
  until?: string | null;
}

/** A circuit breaker to change, and the reason. */
export interface CircuitBreakerRequest {
  /** Name of the provider. */
  provider: string;
  /** Reason for the change. */
  note?: string | null | undefined;
  /**
   * Receiver in the provider's own terms, such as a host. Omit it if the provider has only one
   * receiver.
   */
  receiver?: string | null | undefined;
}

/** Outcome of a dispatch. Only `delivered` counts as success. */
export interface DispatchOutcome {
  /** Kind: `delivered`, `skipped`, `retryable`, `rejected` or `delayed`. */
  kind: string;
  /** Message for people. */
  message?: string | null;
  /** Reason code as in the ledger, unless the action was delivered. */
  reason?: string | null;
  /** Time that the receiver asked to wait before a retry, in seconds. */
  retry_after_seconds?: number | null;
  /** Object that the receiver created. */
  target?: RunTarget | null;
  /** Earliest time of the next try, if the action is delayed. */
  until?: string | null;
}

/** Verdicts of the dispatch steps, and the outcome. */
export interface DispatchReport {
  /** Provider that sent the action, or would have sent it. */
  provider: string;
  /** Steps in order, up to the one that stopped the dispatch. */
  steps: DispatchStep[];
  /** Outcome of the dispatch. Null for a dry run that no step stopped. */
  outcome?: DispatchOutcome | null;
}

/** A single action to send. */
export interface DispatchRequest {
  /** Action to send, with its provider. */
  action: Action;
  /** Whether to return only the verdicts: nothing is sent, counted or marked. Default: false. */
  dry_run?: boolean | undefined;
  /** Reason for the dispatch. */
  note?: string | null | undefined;
  /** Timeout of the provider. Default: 30 seconds. Maximum: 50 seconds. */
  timeout?: Duration | null | undefined;
}

/** Result of a dispatch. */
export interface DispatchResult {
  /**
   * Name of the dispatch: the request's `Idempotency-Key`, or a generated one. Receivers get
   * the same idempotency key for the same name.
   */
  key: string;
  /** Whether the request was a dry run: nothing was sent. */
  dry_run: boolean;
  /** Verdicts of the steps, and the outcome. */
  report: DispatchReport;
}

/** Verdict of one step. */
export interface DispatchStep {
  /**
   * Name of the step: `guard`, `controls` (holds and quotas), `rules`, `dedup`, `throttle`,
   * `breaker` or `provider`.
   */
  step: string;
  /** Decision: `pass`, `changed` or `stop`. */
  decision: string;
  /** Explanation of the decision. */
  detail?: string | null;
}

/**
 * Stop order for a selection of schedules: a legal hold, an inactive engagement, a maintenance
 * window.
 */
export interface Hold {
  /** Reason as a short code. */
  code: string;
  /** Start of the hold (inclusive), compared with nominal time. Default: no start. */
  from?: string | null;
  /** Reason in words. */
  note?: string;
  /** Selection of schedules that the hold covers. Default: all schedules of the tenant. */
  selects?: HoldSelector;
  /** End of the hold (exclusive), compared with nominal time. Default: no end. */
  until?: string | null;
}

/** A page of a list. */
export interface HoldList {
  /** Items of the page. */
  items: StoredHold[];
  /** Cursor of the next page. Null on the last page. */
  next_cursor?: string | null;
}

/** Selection of the schedules that a hold covers. A schedule must match every given criterion. */
export interface HoldSelector {
  /** Labels. The schedule must have all of them. Default: none. */
  labels?: Record<string, string>;
  /** Schedule IDs. The schedule must be one of them. Default: all. */
  schedules?: string[];
  /** Object that the schedule belongs to. Default: any. */
  scope?: Scope | null;
}

/**
 * Quota: maximum number of occurrences that start per window. A window begins with the first
 * occurrence that starts after the previous window ended.
 */
export interface Quota {
  /** Maximum number of occurrences that start in one window. */
  limit: number;
  /** Length of the window. */
  window: string;
}

/** A page of a list. */
export interface QuotaList {
  /** Items of the page. */
  items: StoredQuota[];
  /** Cursor of the next page. Null on the last page. */
  next_cursor?: string | null;
}

/** Subject of the test: either a schedule or an action. */
export interface RuleTestRequest {
  /** Action to test, without a schedule. */
  action?: Action | null | undefined;
  /** Schedule ID: tests the next occurrence of this schedule. */
  schedule?: string | null | undefined;
}

/** A document with its name and version. */
export interface StoredAlert {
  /** Name of the document. */
  name: string;
  /**
   * Version, which increases with every write. A name that is deleted and used again continues
   * the count.
   */
  version: number;
  /** Time of the last change. */
  updated_at: string;
  /** Alert: the alarms and schedules to watch, and the action to send. */
  definition?: Alert;
  /** Reason why the definition cannot be read. */
  problem?: string | null;
  /**
   * Warnings about settings that are probably not intended. Only in responses to a save.
   * Omitted if there are none.
   */
  warnings?: Warning[];
}

/** A document with its name and version. */
export interface StoredHold {
  /** Name of the document. */
  name: string;
  /**
   * Version, which increases with every write. A name that is deleted and used again continues
   * the count.
   */
  version: number;
  /** Time of the last change. */
  updated_at: string;
  /**
   * Stop order for a selection of schedules: a legal hold, an inactive engagement, a
   * maintenance window.
   */
  definition?: Hold;
  /** Reason why the definition cannot be read. */
  problem?: string | null;
  /**
   * Warnings about settings that are probably not intended. Only in responses to a save.
   * Omitted if there are none.
   */
  warnings?: Warning[];
}

/** A document with its name and version. */
export interface StoredQuota {
  /** Name of the document. */
  name: string;
  /**
   * Version, which increases with every write. A name that is deleted and used again continues
   * the count.
   */
  version: number;
  /** Time of the last change. */
  updated_at: string;
  /**
   * Quota: maximum number of occurrences that start per window. A window begins with the first
   * occurrence that starts after the previous window ended.
   */
  definition?: Quota;
  /** Reason why the definition cannot be read. */
  problem?: string | null;
  /**
   * Warnings about settings that are probably not intended. Only in responses to a save.
   * Omitted if there are none.
   */
  warnings?: Warning[];
}
