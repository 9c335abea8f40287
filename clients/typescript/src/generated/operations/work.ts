// Generated from console/openapi.json by `make clients`. Do not edit.

import { type Endpoint } from '../../endpoint.js';
import { type Listing } from '../../listing.js';
import { type CallOptions, type Keyed } from '../../options.js';
import {
  type ClaimRequest,
  type ClaimResult,
  type CompleteRequest,
  type EnqueueRequest,
  type EnqueueResult,
  type ExtendRequest,
  type FailRequest,
  type WorkItem,
  type WorkItemList,
} from '../types/index.js';
import { ServerOperations } from './server.js';

const listWorkItems: Endpoint = {
  id: 'listWorkItems',
  method: 'GET',
  path: '/v1/work-items',
  query: ['queue', 'state', 'limit', 'cursor'],
  output: 'json',
  items: 'items',
  isRepeatable: true,
};

const enqueueWorkItem: Endpoint = {
  id: 'enqueueWorkItem',
  method: 'POST',
  path: '/v1/work-items',
  mediaType: 'application/json',
  output: 'json',
  takesKey: true,
};

const claimWorkItems: Endpoint = {
  id: 'claimWorkItems',
  method: 'POST',
  path: '/v1/work-items/claim',
  mediaType: 'application/json',
  output: 'json',
  isSlow: true,
};

const getWorkItem: Endpoint = {
  id: 'getWorkItem',
  method: 'GET',
  path: '/v1/work-items/{id}',
  output: 'json',
  isRepeatable: true,
};

const completeWorkItem: Endpoint = {
  id: 'completeWorkItem',
  method: 'POST',
  path: '/v1/work-items/{id}/complete',
  mediaType: 'application/json',
  output: 'json',
  isRepeatable: true,
};

const extendWorkItem: Endpoint = {
  id: 'extendWorkItem',
  method: 'POST',
  path: '/v1/work-items/{id}/extend',
  mediaType: 'application/json',
  output: 'json',
  isRepeatable: true,
};

const failWorkItem: Endpoint = {
  id: 'failWorkItem',
  method: 'POST',
  path: '/v1/work-items/{id}/fail',
  mediaType: 'application/json',
  output: 'json',
};

/** Options of {@link WorkOperations.listWorkItems}. */
export interface ListWorkItemsOptions extends CallOptions {
  /** Queue name. Default: all queues. */
  queue?: string | undefined;
  /** Comma-separated states, such as `queued,running`. Default: all states. */
  state?: string | undefined;
  /** Page size. Default: 50. Maximum: 500. */
  limit?: number | undefined;
  /** Cursor: the `next_cursor` of the previous page. */
  cursor?: string | undefined;
}

/** Operations of the group `work`. */
export abstract class WorkOperations extends ServerOperations {
  /**
   * Lists work items.
   *
   * Newest first. Page size: 50 by default, at most 500.
   *
   * Requires `viewer`.
   */
  listWorkItems(options: ListWorkItemsOptions = {}): Listing<WorkItemList, WorkItem> {
    return this.list<WorkItemList, WorkItem>(listWorkItems, [], { options });
  }

  /**
   * Enqueues a work item.
   *
   * A repeated key refers to the same work item, for as long as that item is stored. By
   * default, the key is the request's `Idempotency-Key` or a generated one, the priority is
   * `normal`, and the work item can be claimed at once. Like `POST /v1/dispatch`, the operation
   * sends without waiting for a schedule.
   *
   * Requires `fire`.
   */
  enqueueWorkItem(
    body: EnqueueRequest,
    options: CallOptions & Keyed = {},
  ): Promise<EnqueueResult> {
    return this.call<EnqueueResult>(enqueueWorkItem, [], { body, options });
  }

  /**
   * Claims work items.
   *
   * Claims work items from a queue, highest priority first. Each claim counts as an attempt.
   * With `wait`, the response is sent as soon as there is work, or when the time is over.
   * Limit: 1 by default, at most 100. Lease: 30 seconds by default, at most 24 hours. Wait: 0
   * by default, at most 30 seconds.
   *
   * Requires `operator`.
   */
  claimWorkItems(body: ClaimRequest, options: CallOptions = {}): Promise<ClaimResult> {
    return this.call<ClaimResult>(claimWorkItems, [], { body, options });
  }

  /**
   * Gets a work item.
   *
   * Returns the work item with its payload, state, attempts and lease, and its result or error
   * once it completed.
   *
   * Requires `viewer`.
   */
  getWorkItem(id: number, options: CallOptions = {}): Promise<WorkItem> {
    return this.call<WorkItem>(getWorkItem, [id], { options });
  }

  /**
   * Completes a work item.
   *
   * A repeated request changes nothing. If the lease has been lost, the request returns 409
   * (`lease_lost`).
   *
   * Requires `operator`.
   */
  completeWorkItem(
    id: number,
    body: CompleteRequest,
    options: CallOptions = {},
  ): Promise<WorkItem> {
    return this.call<WorkItem>(completeWorkItem, [id], { body, options });
  }

  /**
   * Extends a work item's lease.
   *
   * The lease lasts from now on: 30 seconds by default, at most 24 hours. If the lease has been
   * lost, the request returns 409 (`lease_lost`).
   *
   * Requires `operator`.
   */
  extendWorkItem(id: number, body: ExtendRequest, options: CallOptions = {}): Promise<WorkItem> {
    return this.call<WorkItem>(extendWorkItem, [id], { body, options });
  }

  /**
   * Fails a work item.
   *
   * While attempts are left, the work item is queued again after 2, 4, 8, … seconds. Otherwise,
   * or with `retry: false` (default: true), it becomes a dead letter. If the lease has been
   * lost, the request returns 409 (`lease_lost`).
   *
   * Requires `operator`.
   */
  failWorkItem(id: number, body: FailRequest, options: CallOptions = {}): Promise<WorkItem> {
    return this.call<WorkItem>(failWorkItem, [id], { body, options });
  }
}
