// Generated from console/openapi.json by `make clients`. Do not edit.

import { type Duration, type Instant } from '../../values.js';
import { type WorkItem } from './ledger.js';
import { type Priority } from './policies.js';

/** A request for work items. */
export interface ClaimRequest {
  /** Queue name. */
  queue: string;
  /** Length of the lease. Default: 30 seconds. Maximum: 24 hours. */
  lease?: Duration | null | undefined;
  /** Maximum number of work items. Default: 1. Maximum: 100. */
  limit?: number | null | undefined;
  /** Time to wait for work. Default: 0. Maximum: 30 seconds. */
  wait?: Duration | null | undefined;
  /** Name of the worker, for people. */
  worker?: string | null | undefined;
}

/** Claimed work items. */
export interface ClaimResult {
  /** Work items. Empty if there were none. */
  items: WorkItem[];
}

/** A request to complete a work item. */
export interface CompleteRequest {
  /** Fencing token of the claim. */
  fence: number;
  /** Result, stored with the work item. */
  result?: unknown | undefined;
}

/** A work item to enqueue. */
export interface EnqueueRequest {
  /** Queue name. A queue is created with its first work item. */
  queue: string;
  /** Payload for the worker. */
  payload: unknown;
  /**
   * Identity of the work item in the queue. Default: the request's `Idempotency-Key`, or a
   * generated key.
   */
  key?: string | null | undefined;
  /** Priority. Default: `normal`. */
  priority?: Priority | null | undefined;
  /** Earliest time of the first claim. Default: now. */
  ready_at?: Instant | null | undefined;
}

/** Result of enqueuing a work item. */
export interface EnqueueResult {
  /** Work item ID. */
  id: number;
  /** Whether the queue already had a work item with that key. */
  existing: boolean;
}

/** A request to extend a lease. */
export interface ExtendRequest {
  /** Fencing token of the claim. */
  fence: number;
  /** Length of the lease from now on. Default: 30 seconds. Maximum: 24 hours. */
  lease?: Duration | null | undefined;
}

/** A request to fail a work item. */
export interface FailRequest {
  /** Fencing token of the claim. */
  fence: number;
  /** Error message. */
  error: string;
  /**
   * Whether to retry. Default: true. If false, or if no attempts are left, the work item
   * becomes a dead letter.
   */
  retry?: boolean | null | undefined;
}

/** A page of a list. */
export interface WorkItemList {
  /** Items of the page. */
  items: WorkItem[];
  /** Cursor of the next page. Null on the last page. */
  next_cursor?: string | null;
}
