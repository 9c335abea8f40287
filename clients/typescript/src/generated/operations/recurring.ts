// Generated from console/openapi.json by `make clients`. Do not edit.

import { type Endpoint } from '../../endpoint.js';
import { type Listing } from '../../listing.js';
import { type CallOptions, type Conditional, type Keyed } from '../../options.js';
import {
  type CreateRecurringRequest,
  type CreateRecurringResult,
  type RecurringAction,
  type RecurringBackfillRequest,
  type RecurringBackfillResult,
  type RecurringHistory,
  type RecurringList,
  type RecurringState,
  type RecurringSummary,
  type UpdateRecurringRequest,
} from '../types/index.js';
import { LedgerOperations } from './ledger.js';

const listRecurringActions: Endpoint = {
  id: 'listRecurringActions',
  method: 'GET',
  path: '/v1/recurring',
  query: ['namespace', 'tenant', 'enabled', 'labels', 'limit', 'cursor', 'total'],
  output: 'json',
  items: 'recurring_actions',
  isRepeatable: true,
};

const createRecurringAction: Endpoint = {
  id: 'createRecurringAction',
  method: 'POST',
  path: '/v1/recurring',
  mediaType: 'application/json',
  output: 'json',
  takesKey: true,
};

const getRecurringAction: Endpoint = {
  id: 'getRecurringAction',
  method: 'GET',
  path: '/v1/recurring/{id}',
  query: ['namespace', 'tenant'],
  output: 'json',
  isRepeatable: true,
};

const updateRecurringAction: Endpoint = {
  id: 'updateRecurringAction',
  method: 'PUT',
  path: '/v1/recurring/{id}',
  query: ['namespace', 'tenant'],
  mediaType: 'application/json',
  output: 'json',
  isRepeatable: true,
};

const deleteRecurringAction: Endpoint = {
  id: 'deleteRecurringAction',
  method: 'DELETE',
  path: '/v1/recurring/{id}',
  query: ['namespace', 'tenant'],
  output: 'none',
  isRepeatable: true,
};

const backfillRecurringAction: Endpoint = {
  id: 'backfillRecurringAction',
  method: 'POST',
  path: '/v1/recurring/{id}/backfill',
  query: ['namespace', 'tenant'],
  mediaType: 'application/json',
  output: 'json',
};

const getRecurringActionHistory: Endpoint = {
  id: 'getRecurringActionHistory',
  method: 'GET',
  path: '/v1/recurring/{id}/history',
  query: ['namespace', 'tenant', 'limit'],
  output: 'json',
  isRepeatable: true,
};

const pauseRecurringAction: Endpoint = {
  id: 'pauseRecurringAction',
  method: 'POST',
  path: '/v1/recurring/{id}/pause',
  query: ['namespace', 'tenant'],
  output: 'json',
};

const resumeRecurringAction: Endpoint = {
  id: 'resumeRecurringAction',
  method: 'POST',
  path: '/v1/recurring/{id}/resume',
  query: ['namespace', 'tenant'],
  output: 'json',
};

/** Options of {@link RecurringOperations.listRecurringActions}. */
export interface ListRecurringActionsOptions extends CallOptions {
  /**
   * Whether to list only active (`true`) or only inactive (`false`) recurring actions. Default:
   * both.
   */
  enabled?: boolean | undefined;
  /**
   * Comma-separated labels, such as `team:billing,tier:1`. Recurring actions must have all of
   * them.
   */
  labels?: string | undefined;
  /** Page size. Default: 100. Maximum: 500. */
  limit?: number | undefined;
  /** Cursor: the `next_cursor` of the previous page. */
  cursor?: string | undefined;
  /** Whether to count all recurring actions. Default: true. */
  total?: boolean | undefined;
}

/** Options of {@link RecurringOperations.getRecurringActionHistory}. */
export interface GetRecurringActionHistoryOptions extends CallOptions {
  /** Number of executions. Default: 50. Maximum: 500. */
  limit?: number | undefined;
}

/** Operations of the group `recurring`. */
export abstract class RecurringOperations extends LedgerOperations {
  /**
   * Lists recurring actions.
   *
   * In order of ID. Schedules whose recurrence is not a cron expression are not included. Page
   * size: 100 by default, at most 500.
   *
   * Requires `viewer`.
   */
  listRecurringActions(
    namespace: string,
    tenant: string,
    options: ListRecurringActionsOptions = {},
  ): Listing<RecurringList, RecurringSummary> {
    return this.list<RecurringList, RecurringSummary>(listRecurringActions, [], { query: { namespace, tenant }, options });
  }

  /**
   * Creates a recurring action.
   *
   * Recurring actions do not catch up after downtime, are not retried, and may overlap. By
   * default, a recurring action is enabled, in the time zone UTC, and has neither an end nor a
   * maximum number of executions.
   *
   * A repeated request with the same `Idempotency-Key` returns the recurring action that the
   * first one created. If that one has changed since, the request returns 409
   * (`idempotency_key_reused`).
   *
   * Requires `editor`. Also requires `command` if the request can start a program.
   */
  createRecurringAction(
    body: CreateRecurringRequest,
    options: CallOptions & Keyed = {},
  ): Promise<CreateRecurringResult> {
    return this.call<CreateRecurringResult>(createRecurringAction, [], { body, options });
  }

  /**
   * Gets a recurring action.
   *
   * Returns the recurring action with its totals and the times of its last and next executions.
   *
   * Requires `viewer`.
   */
  getRecurringAction(
    id: string,
    namespace: string,
    tenant: string,
    options: CallOptions = {},
  ): Promise<RecurringAction> {
    return this.call<RecurringAction>(getRecurringAction, [id], { query: { namespace, tenant }, options });
  }

  /**
   * Updates a recurring action.
   *
   * Absent fields stay as they are. Null removes the value of an optional field; the time zone
   * becomes UTC. Concurrent updates are merged, unless `If-Match` names the revision to change.
   * `updated_at` changes even if nothing else does.
   *
   * Requires `editor`. Also requires `command` if the request can start a program.
   */
  updateRecurringAction(
    id: string,
    namespace: string,
    tenant: string,
    body: UpdateRecurringRequest,
    options: CallOptions & Conditional = {},
  ): Promise<RecurringAction> {
    return this.call<RecurringAction>(updateRecurringAction, [id], { query: { namespace, tenant }, body, options });
  }

  /**
   * Deletes a recurring action.
   *
   * Its history is kept until retention removes it.
   *
   * Requires `editor`.
   */
  deleteRecurringAction(
    id: string,
    namespace: string,
    tenant: string,
    options: CallOptions & Conditional = {},
  ): Promise<void> {
    return this.call<void>(deleteRecurringAction, [id], { query: { namespace, tenant }, options });
  }

  /**
   * Backfills a recurring action.
   *
   * Creates the missing executions of a past range and runs them after all current work. A
   * repeated request creates no duplicates. At most 500 executions per request.
   *
   * Requires `backfill`.
   */
  backfillRecurringAction(
    id: string,
    namespace: string,
    tenant: string,
    body: RecurringBackfillRequest,
    options: CallOptions = {},
  ): Promise<RecurringBackfillResult> {
    return this.call<RecurringBackfillResult>(backfillRecurringAction, [id], { query: { namespace, tenant }, body, options });
  }

  /**
   * Gets the execution history of a recurring action.
   *
   * Latest executions first, with their times and outcomes.
   *
   * Requires `viewer`.
   */
  getRecurringActionHistory(
    id: string,
    namespace: string,
    tenant: string,
    options: GetRecurringActionHistoryOptions = {},
  ): Promise<RecurringHistory> {
    return this.call<RecurringHistory>(getRecurringActionHistory, [id], { query: { namespace, tenant }, options });
  }

  /**
   * Pauses a recurring action.
   *
   * Pausing a paused recurring action changes nothing.
   *
   * Requires `operator`.
   */
  pauseRecurringAction(
    id: string,
    namespace: string,
    tenant: string,
    options: CallOptions & Conditional = {},
  ): Promise<RecurringState> {
    return this.call<RecurringState>(pauseRecurringAction, [id], { query: { namespace, tenant }, options });
  }

  /**
   * Resumes a recurring action.
   *
   * The next execution is the first one after now; executions missed during the pause do not
   * run.
   *
   * Requires `operator`.
   */
  resumeRecurringAction(
    id: string,
    namespace: string,
    tenant: string,
    options: CallOptions & Conditional = {},
  ): Promise<RecurringState> {
    return this.call<RecurringState>(resumeRecurringAction, [id], { query: { namespace, tenant }, options });
  }
}
