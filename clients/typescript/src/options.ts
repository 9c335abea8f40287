import type { Version } from './values.js';

/** Options of every call. */
export interface CallOptions {
  /** Cancels the call. The effect of a canceled call is unknown. */
  signal?: AbortSignal | undefined;
  /** Timeout of each attempt in milliseconds. Default: the timeout of the client. */
  timeoutMs?: number | undefined;
}

/** Options of calls that take an idempotency key. */
export interface Keyed {
  /** Repeating a request with the same key has no further effect. Default: generated. */
  idempotencyKey?: string | undefined;
}

/** Options of calls that can be limited to one version of the resource. */
export interface Conditional {
  /** Change only this version: a revision, or an entity tag. Any other is a `Conflict`. */
  ifMatch?: Version | undefined;
}

/** Options of calls that can be limited to resources that do not exist yet. */
export interface Creating {
  /** Create only: anything under this name is a `Conflict`. */
  createOnly?: boolean | undefined;
}

/** Options of calls that can be limited to other versions than the one that the caller has. */
export interface Cacheable {
  /** The version that the caller has. If it is current, `NotModified` is thrown. */
  ifNoneMatch?: Version | undefined;
}

/** Options of streams. */
export interface Streaming {
  /** Continue after the event with this ID. */
  lastEventId?: string | undefined;
}

/** The options of any call. */
export type AnyOptions = CallOptions & Keyed & Conditional & Creating & Cacheable & Streaming;
