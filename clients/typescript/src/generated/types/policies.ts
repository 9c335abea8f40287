// Generated from console/openapi.json by `make clients`. Do not edit.

/** Message to send, and the provider that sends it. */
export interface Action {
  /** Name of the provider that sends the action. */
  provider: string;
  /**
   * Time for which the deduplication key is remembered, unless a dispatch rule sets another.
   * Default: 1 day.
   */
  dedup_for?: string | null;
  /**
   * Deduplication key, a template. While a key is remembered, further actions with the same
   * expanded key are dropped as duplicates.
   */
  dedup_key?: string | null;
  /** Kind of the action. Dispatch rules and receivers can tell actions apart by it. */
  kind?: string;
  /** Additional metadata for the provider. */
  metadata?: Record<string, string>;
  /** Payload to send. */
  payload?: unknown;
  /** Address to send to, in the provider's own terms: a URL, a queue, a handler. */
  target?: string;
}

/** Policy for occurrences that were not planned in time. */
export interface CatchUp {
  /** Maximum number of missed occurrences to run. Default: 100. Maximum: 10,000. */
  limit?: number;
  /** Which missed occurrences run late. Default: `latest`. */
  policy?: CatchUpPolicy;
  /**
   * Maximum delay at which a missed occurrence still runs. Default: one period or 24 hours,
   * whichever is shorter. With the policy `skip`, a window of less than a minute limits how
   * late an occurrence that was not planned in time counts as on time. Default: a minute.
   */
  window?: string | null;
}

/** Policy that decides which missed occurrences are caught up. */
export type CatchUpPolicy = 'latest' | 'skip' | 'earliest' | 'all' | (string & {});

/** Delivery guarantee: what happens after a crash between sending and recording the result. */
export type Delivery = 'at_least_once' | 'at_most_once' | (string & {});

/** Level of detail that is stored for an attempt, in addition to its times, outcome and reason. */
export type HistoryLevel = 'none' | 'errors' | 'minimal' | 'full' | (string & {});

/**
 * Policy for an occurrence that is due while an earlier one of its schedule is still open.
 *
 * A run that waits for its next attempt counts as running.
 */
export type OverlapPolicy =
  | 'skip'
  | 'buffer_one'
  | 'buffer_all'
  | 'cancel_other'
  | 'allow_all'
  | (string & {});

/** Priority among a tenant's due occurrences. */
export type Priority = 'high' | 'normal' | 'low' | (string & {});

/** Policy for retries of failed attempts. */
export interface RetryPolicy {
  /** Factor by which each delay is multiplied to get the next. Default: 2. */
  factor?: number;
  /** Delay before the second attempt. Default: 10 seconds. */
  initial?: string;
  /** Maximum number of attempts, including the first. Default: 5. */
  max_attempts?: number;
  /** Maximum time from the first attempt to the last. Default: 24 hours. */
  max_elapsed?: string;
  /** Maximum delay between two attempts. Default: 1 hour. */
  max_interval?: string;
}

/** Object that a schedule belongs to: a template node, an engagement, a customer. */
export interface Scope {
  /** Type of the object. */
  type: string;
  /** ID of the object. */
  id: string;
}
