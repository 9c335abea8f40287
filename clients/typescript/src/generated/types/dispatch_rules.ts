// Generated from console/openapi.json by `make clients`. Do not edit.

import { type Warning } from './previews.js';
import { type Weekday } from './recurrence.js';

/** A part of some days, in the rule's time zone. */
export interface ActiveHours {
  /**
   * Days of the week. Default: every day. A night that begins on one of these days belongs to
   * that day as a whole.
   */
  days?: Weekday[];
  /** Start time. Default: midnight. */
  from?: string | null;
  /** End time (exclusive). Default: midnight. An end before `from` is on the next day. */
  to?: string | null;
}

/** A condition on actions, and the action to take when it is true. */
export interface DispatchRule {
  /** Order of evaluation. Rules with a smaller number are evaluated first. */
  priority: number;
  /** Condition as a CEL expression. */
  condition: string;
  /** Action to take when the condition is true. */
  then: DispatchRuleAction;
  /** Times at which the rule is active. Default: always. */
  active?: ActiveHours[];
  /** Description for people. */
  description?: string;
  /** Whether the rule is enabled. Default: true. */
  enabled?: boolean;
  /** What happens when the condition cannot be evaluated. Default: `open`. */
  on_error?: RuleErrorPolicy;
  /** Time zone for days and hours (IANA name). Default: `UTC`. */
  timezone?: string;
  /**
   * Whether the rule was last saved without the permission `command`. If such a rule modifies
   * an action whose provider starts programs, the action is not sent and fails. Set by the
   * server; ignored in requests.
   */
  without_command?: boolean;
}

/** Lets the occurrence pass. No further rules are evaluated. */
export interface AllowDispatchRuleAction {
  action: 'allow';
}

/** Rejects the occurrence permanently. It is settled as `failed(rejected)`. */
export interface DenyDispatchRuleAction {
  action: 'deny';
  /** Reason, shown with the occurrence. */
  reason: string;
}

/** Drops the occurrence. It is settled as `skipped(suppressed)`. */
export interface SuppressDispatchRuleAction {
  action: 'suppress';
  /** Reason, shown with the occurrence. */
  reason: string;
}

/** Drops the occurrence if the same key passed recently. Requires a `dedup_key` in the action. */
export interface DedupDispatchRuleAction {
  action: 'dedup';
  /** Time for which a key is remembered. */
  ttl: string;
}

/** Sends the action through another provider. */
export interface RerouteDispatchRuleAction {
  action: 'reroute';
  /** Name of the provider. */
  provider: string;
}

/** Limits the number of occurrences per time window. */
export interface ThrottleDispatchRuleAction {
  action: 'throttle';
  /** Maximum number of occurrences per window. */
  limit: number;
  /** Length of the window. */
  window: string;
  /** What happens to occurrences beyond the limit. Default: `skip`. */
  beyond?: OverLimitPolicy;
  /** What is counted together. Default: `tenant`. */
  key?: string;
}

/** Changes the payload. */
export interface ModifyDispatchRuleAction {
  action: 'modify';
  /** JSON merge patch (RFC 7396). */
  patch: unknown;
}

/** Delays the action until this long after its due time. After that, the rule has no effect. */
export interface DelayDispatchRuleAction {
  action: 'delay';
  /** Length of the delay. */
  by: string;
}

/** Action of a dispatch rule. */
export type DispatchRuleAction =
  | AllowDispatchRuleAction
  | DenyDispatchRuleAction
  | SuppressDispatchRuleAction
  | DedupDispatchRuleAction
  | RerouteDispatchRuleAction
  | ThrottleDispatchRuleAction
  | ModifyDispatchRuleAction
  | DelayDispatchRuleAction;

/** A page of a list. */
export interface DispatchRuleList {
  /** Items of the page. */
  items: StoredDispatchRule[];
  /** Cursor of the next page. Null on the last page. */
  next_cursor?: string | null;
}

/** What happens to occurrences beyond a limit. */
export type OverLimitPolicy = 'skip' | 'wait' | (string & {});

/**
 * What happens when the condition of a rule cannot be evaluated, for example because it uses a
 * missing member.
 */
export type RuleErrorPolicy = 'open' | 'closed' | (string & {});

/** A document with its name and version. */
export interface StoredDispatchRule {
  /** Name of the document. */
  name: string;
  /**
   * Version, which increases with every write. A name that is deleted and used again continues
   * the count.
   */
  version: number;
  /** Time of the last change. */
  updated_at: string;
  /** A condition on actions, and the action to take when it is true. */
  definition?: DispatchRule;
  /** Reason why the definition cannot be read. */
  problem?: string | null;
  /**
   * Warnings about settings that are probably not intended. Only in responses to a save.
   * Omitted if there are none.
   */
  warnings?: Warning[];
}
