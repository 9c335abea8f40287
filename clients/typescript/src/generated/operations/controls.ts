// Generated from console/openapi.json by `make clients`. Do not edit.

import { type Endpoint } from '../../endpoint.js';
import { type Listing } from '../../listing.js';
import {
  type Cacheable,
  type CallOptions,
  type Conditional,
  type Creating,
  type Keyed,
} from '../../options.js';
import {
  type Alert,
  type AlertList,
  type CircuitBreaker,
  type CircuitBreakerRequest,
  type DispatchReport,
  type DispatchRequest,
  type DispatchResult,
  type DispatchRule,
  type DispatchRuleList,
  type Hold,
  type HoldList,
  type Quota,
  type QuotaList,
  type RuleTestRequest,
  type StoredAlert,
  type StoredDispatchRule,
  type StoredHold,
  type StoredQuota,
} from '../types/index.js';
import { CalendarsOperations } from './calendars.js';

const listAlerts: Endpoint = {
  id: 'listAlerts',
  method: 'GET',
  path: '/v1/alerts',
  query: ['limit', 'cursor'],
  output: 'json',
  items: 'items',
  isRepeatable: true,
};

const getAlert: Endpoint = {
  id: 'getAlert',
  method: 'GET',
  path: '/v1/alerts/{name}',
  output: 'json',
  isRepeatable: true,
};

const putAlert: Endpoint = {
  id: 'putAlert',
  method: 'PUT',
  path: '/v1/alerts/{name}',
  query: ['allow_unknown_provider'],
  mediaType: 'application/json',
  output: 'json',
  isRepeatable: true,
};

const deleteAlert: Endpoint = {
  id: 'deleteAlert',
  method: 'DELETE',
  path: '/v1/alerts/{name}',
  output: 'none',
  isRepeatable: true,
};

const getCircuitBreaker: Endpoint = {
  id: 'getCircuitBreaker',
  method: 'GET',
  path: '/v1/breakers',
  query: ['provider', 'receiver'],
  output: 'json',
  isRepeatable: true,
};

const resetCircuitBreaker: Endpoint = {
  id: 'resetCircuitBreaker',
  method: 'POST',
  path: '/v1/breakers/reset',
  mediaType: 'application/json',
  output: 'json',
};

const tripCircuitBreaker: Endpoint = {
  id: 'tripCircuitBreaker',
  method: 'POST',
  path: '/v1/breakers/trip',
  mediaType: 'application/json',
  output: 'json',
};

const dispatchAction: Endpoint = {
  id: 'dispatchAction',
  method: 'POST',
  path: '/v1/dispatch',
  mediaType: 'application/json',
  output: 'json',
  takesKey: true,
  isSlow: true,
};

const listDispatchRules: Endpoint = {
  id: 'listDispatchRules',
  method: 'GET',
  path: '/v1/dispatch-rules',
  query: ['limit', 'cursor'],
  output: 'json',
  items: 'items',
  isRepeatable: true,
};

const testDispatchRules: Endpoint = {
  id: 'testDispatchRules',
  method: 'POST',
  path: '/v1/dispatch-rules/test',
  mediaType: 'application/json',
  output: 'json',
  isRepeatable: true,
};

const getDispatchRule: Endpoint = {
  id: 'getDispatchRule',
  method: 'GET',
  path: '/v1/dispatch-rules/{name}',
  output: 'json',
  isRepeatable: true,
};

const putDispatchRule: Endpoint = {
  id: 'putDispatchRule',
  method: 'PUT',
  path: '/v1/dispatch-rules/{name}',
  query: ['allow_unknown_provider'],
  mediaType: 'application/json',
  output: 'json',
  isRepeatable: true,
};

const deleteDispatchRule: Endpoint = {
  id: 'deleteDispatchRule',
  method: 'DELETE',
  path: '/v1/dispatch-rules/{name}',
  output: 'none',
  isRepeatable: true,
};

const listHolds: Endpoint = {
  id: 'listHolds',
  method: 'GET',
  path: '/v1/holds',
  query: ['limit', 'cursor'],
  output: 'json',
  items: 'items',
  isRepeatable: true,
};

const getHold: Endpoint = {
  id: 'getHold',
  method: 'GET',
  path: '/v1/holds/{name}',
  output: 'json',
  isRepeatable: true,
};

const putHold: Endpoint = {
  id: 'putHold',
  method: 'PUT',
  path: '/v1/holds/{name}',
  mediaType: 'application/json',
  output: 'json',
  isRepeatable: true,
};

const deleteHold: Endpoint = {
  id: 'deleteHold',
  method: 'DELETE',
  path: '/v1/holds/{name}',
  output: 'none',
  isRepeatable: true,
};

const listQuotas: Endpoint = {
  id: 'listQuotas',
  method: 'GET',
  path: '/v1/quotas',
  query: ['limit', 'cursor'],
  output: 'json',
  items: 'items',
  isRepeatable: true,
};

const getQuota: Endpoint = {
  id: 'getQuota',
  method: 'GET',
  path: '/v1/quotas/{name}',
  output: 'json',
  isRepeatable: true,
};

const putQuota: Endpoint = {
  id: 'putQuota',
  method: 'PUT',
  path: '/v1/quotas/{name}',
  mediaType: 'application/json',
  output: 'json',
  isRepeatable: true,
};

const deleteQuota: Endpoint = {
  id: 'deleteQuota',
  method: 'DELETE',
  path: '/v1/quotas/{name}',
  output: 'none',
  isRepeatable: true,
};

/** Options of {@link ControlsOperations.listAlerts}. */
export interface ListAlertsOptions extends CallOptions {
  /** Page size. Default: 50. Maximum: 500. */
  limit?: number | undefined;
  /** Cursor: the `next_cursor` of the previous page. */
  cursor?: string | undefined;
}

/** Options of {@link ControlsOperations.putAlert}. */
export interface PutAlertOptions extends CallOptions, Conditional, Creating {
  /** Whether to save the document although no live node has its provider. Default: false. */
  allow_unknown_provider?: boolean | undefined;
}

/** Options of {@link ControlsOperations.getCircuitBreaker}. */
export interface GetCircuitBreakerOptions extends CallOptions {
  /**
   * Receiver in the provider's own terms, such as a host. Omit it if the provider has only one
   * receiver.
   */
  receiver?: string | undefined;
}

/** Options of {@link ControlsOperations.listDispatchRules}. */
export interface ListDispatchRulesOptions extends CallOptions {
  /** Page size. Default: 50. Maximum: 500. */
  limit?: number | undefined;
  /** Cursor: the `next_cursor` of the previous page. */
  cursor?: string | undefined;
}

/** Options of {@link ControlsOperations.putDispatchRule}. */
export interface PutDispatchRuleOptions extends CallOptions, Conditional, Creating {
  /** Whether to save the document although no live node has its provider. Default: false. */
  allow_unknown_provider?: boolean | undefined;
}

/** Options of {@link ControlsOperations.listHolds}. */
export interface ListHoldsOptions extends CallOptions {
  /** Page size. Default: 50. Maximum: 500. */
  limit?: number | undefined;
  /** Cursor: the `next_cursor` of the previous page. */
  cursor?: string | undefined;
}

/** Options of {@link ControlsOperations.listQuotas}. */
export interface ListQuotasOptions extends CallOptions {
  /** Page size. Default: 50. Maximum: 500. */
  limit?: number | undefined;
  /** Cursor: the `next_cursor` of the previous page. */
  cursor?: string | undefined;
}

/** Operations of the group `controls`. */
export abstract class ControlsOperations extends CalendarsOperations {
  /**
   * Lists alerts.
   *
   * In order of name. Page size: 50 by default, at most 500.
   *
   * Requires `viewer`.
   */
  listAlerts(options: ListAlertsOptions = {}): Listing<AlertList, StoredAlert> {
    return this.list<AlertList, StoredAlert>(listAlerts, [], { options });
  }

  /**
   * Gets an alert.
   *
   * Returns the alert with its version: the alarms and schedules that it watches, and the
   * action that it sends.
   *
   * Requires `viewer`.
   */
  getAlert(name: string, options: CallOptions & Cacheable = {}): Promise<StoredAlert> {
    return this.call<StoredAlert>(getAlert, [name], { options });
  }

  /**
   * Creates or replaces an alert.
   *
   * The request is rejected if the alert's action could not be sent. Default limit: one message
   * in 15 minutes for the same alarm of the same schedule; maximum: 30 days. `failing_after` is
   * 1 by default. An alert names at most 1,000 schedules and 1,000 labels, and a tenant has at
   * most 100 alerts. With `If-Match`, the alert is replaced only if its version matches; with
   * `If-None-Match: *`, it is only created. Otherwise the request returns 412.
   *
   * Requires `editor`. Also requires `command` if the request can start a program.
   */
  putAlert(name: string, alert: Alert, options: PutAlertOptions = {}): Promise<StoredAlert> {
    return this.call<StoredAlert>(putAlert, [name], { body: alert, options });
  }

  /**
   * Deletes an alert.
   *
   * Notifications that are already being sent are still delivered.
   *
   * Requires `editor`.
   */
  deleteAlert(name: string, options: CallOptions & Conditional = {}): Promise<void> {
    return this.call<void>(deleteAlert, [name], { options });
  }

  /**
   * Gets a circuit breaker.
   *
   * A breaker that has never been used is closed.
   *
   * Requires `viewer`.
   */
  getCircuitBreaker(
    provider: string,
    options: GetCircuitBreakerOptions = {},
  ): Promise<CircuitBreaker> {
    return this.call<CircuitBreaker>(getCircuitBreaker, [], { query: { provider }, options });
  }

  /**
   * Closes a circuit breaker.
   *
   * Closes the breaker, whether it opened by itself or was tripped.
   *
   * Requires `operator`.
   */
  resetCircuitBreaker(
    body: CircuitBreakerRequest,
    options: CallOptions = {},
  ): Promise<CircuitBreaker> {
    return this.call<CircuitBreaker>(resetCircuitBreaker, [], { body, options });
  }

  /**
   * Opens a circuit breaker.
   *
   * The breaker stays open until it is reset. Actions for its receiver wait. Tripping an open
   * breaker again changes nothing.
   *
   * Requires `operator`.
   */
  tripCircuitBreaker(
    body: CircuitBreakerRequest,
    options: CallOptions = {},
  ): Promise<CircuitBreaker> {
    return this.call<CircuitBreaker>(tripCircuitBreaker, [], { body, options });
  }

  /**
   * Sends a single action.
   *
   * The action goes through the same steps as an occurrence, is tried once, and is not recorded
   * in the ledger. The response is 200 and contains the outcome even if the action was not
   * delivered.
   *
   * For a day after an action was sent, a request with the same `Idempotency-Key` is not sent
   * again; its outcome is `skipped` with the reason `deduplicated`. Timeout: 30 seconds by
   * default, at most 50 seconds. With `dry_run` (default: false), nothing is sent.
   *
   * Requires `fire`. Also requires `command` if the request can start a program.
   */
  dispatchAction(
    body: DispatchRequest,
    options: CallOptions & Keyed = {},
  ): Promise<DispatchResult> {
    return this.call<DispatchResult>(dispatchAction, [], { body, options });
  }

  /**
   * Lists dispatch rules.
   *
   * In order of name. Page size: 50 by default, at most 500.
   *
   * Requires `viewer`.
   */
  listDispatchRules(
    options: ListDispatchRulesOptions = {},
  ): Listing<DispatchRuleList, StoredDispatchRule> {
    return this.list<DispatchRuleList, StoredDispatchRule>(listDispatchRules, [], { options });
  }

  /**
   * Tests the dispatch rules.
   *
   * Returns what every dispatch step would do if the action were sent now: guard, holds and
   * quotas, dispatch rules, deduplication, throttle and circuit breaker. Nothing is sent,
   * counted or marked.
   *
   * Requires `viewer`.
   */
  testDispatchRules(
    body: RuleTestRequest = {},
    options: CallOptions = {},
  ): Promise<DispatchReport> {
    return this.call<DispatchReport>(testDispatchRules, [], { body, options });
  }

  /**
   * Gets a dispatch rule.
   *
   * Returns the dispatch rule with its version: the condition, the times at which it is active,
   * and its effect.
   *
   * Requires `viewer`.
   */
  getDispatchRule(
    name: string,
    options: CallOptions & Cacheable = {},
  ): Promise<StoredDispatchRule> {
    return this.call<StoredDispatchRule>(getDispatchRule, [name], { options });
  }

  /**
   * Creates or replaces a dispatch rule.
   *
   * The rule applies to all actions from now on, on other nodes within a second. By default, a
   * rule is enabled, always active, in the time zone `UTC`, and `open` if its condition cannot
   * be evaluated. A rule has at most 100 active intervals and 1,024 bytes of description. With
   * `If-Match`, the rule is replaced only if its version matches; with `If-None-Match: *`, it
   * is only created. Otherwise the request returns 412.
   *
   * Requires `editor`. Also requires `command` if the request can start a program.
   */
  putDispatchRule(
    name: string,
    rule: DispatchRule,
    options: PutDispatchRuleOptions = {},
  ): Promise<StoredDispatchRule> {
    return this.call<StoredDispatchRule>(putDispatchRule, [name], { body: rule, options });
  }

  /**
   * Deletes a dispatch rule.
   *
   * The rule no longer applies from now on, on other nodes within a second.
   *
   * Requires `editor`.
   */
  deleteDispatchRule(name: string, options: CallOptions & Conditional = {}): Promise<void> {
    return this.call<void>(deleteDispatchRule, [name], { options });
  }

  /**
   * Lists holds.
   *
   * In order of name. Page size: 50 by default, at most 500.
   *
   * Requires `viewer`.
   */
  listHolds(options: ListHoldsOptions = {}): Listing<HoldList, StoredHold> {
    return this.list<HoldList, StoredHold>(listHolds, [], { options });
  }

  /**
   * Gets a hold.
   *
   * Returns the hold with its version: its range, its reason, and the schedules that it covers.
   *
   * Requires `viewer`.
   */
  getHold(name: string, options: CallOptions & Cacheable = {}): Promise<StoredHold> {
    return this.call<StoredHold>(getHold, [name], { options });
  }

  /**
   * Creates or replaces a hold.
   *
   * Occurrences that the hold covers are settled as `skipped(hold)` instead of starting.
   * Running occurrences continue. By default, a hold has no start and no end and covers all
   * schedules of the tenant. It names at most 1,000 schedules and 1,000 labels; its note has at
   * most 1,024 bytes. With `If-Match`, the hold is replaced only if its version matches; with
   * `If-None-Match: *`, it is only created. Otherwise the request returns 412.
   *
   * Requires `editor`.
   */
  putHold(
    name: string,
    hold: Hold,
    options: CallOptions & Conditional & Creating = {},
  ): Promise<StoredHold> {
    return this.call<StoredHold>(putHold, [name], { body: hold, options });
  }

  /**
   * Deletes a hold.
   *
   * Occurrences that the hold skipped stay skipped unless they are reprocessed.
   *
   * Requires `editor`.
   */
  deleteHold(name: string, options: CallOptions & Conditional = {}): Promise<void> {
    return this.call<void>(deleteHold, [name], { options });
  }

  /**
   * Lists quotas.
   *
   * In order of name. Page size: 50 by default, at most 500.
   *
   * Requires `viewer`.
   */
  listQuotas(options: ListQuotasOptions = {}): Listing<QuotaList, StoredQuota> {
    return this.list<QuotaList, StoredQuota>(listQuotas, [], { options });
  }

  /**
   * Gets a quota.
   *
   * Returns the quota with its version: the maximum number of runs, and the length of the
   * window.
   *
   * Requires `viewer`.
   */
  getQuota(name: string, options: CallOptions & Cacheable = {}): Promise<StoredQuota> {
    return this.call<StoredQuota>(getQuota, [name], { options });
  }

  /**
   * Creates or replaces a quota.
   *
   * Occurrences beyond the quota are settled as `skipped(quota)`. Occurrences that already
   * started in the current window count. The limit is at least 1, and the window is 1 second to
   * 366 days; neither has a default. With `If-Match`, the quota is replaced only if its version
   * matches; with `If-None-Match: *`, it is only created. Otherwise the request returns 412.
   *
   * Requires `editor`.
   */
  putQuota(
    name: string,
    quota: Quota,
    options: CallOptions & Conditional & Creating = {},
  ): Promise<StoredQuota> {
    return this.call<StoredQuota>(putQuota, [name], { body: quota, options });
  }

  /**
   * Deletes a quota.
   *
   * Occurrences that the quota skipped stay skipped unless they are reprocessed.
   *
   * Requires `editor`.
   */
  deleteQuota(name: string, options: CallOptions & Conditional = {}): Promise<void> {
    return this.call<void>(deleteQuota, [name], { options });
  }
}
