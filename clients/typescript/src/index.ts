/**
 * A client for Refrain, a scheduler for recurring work.
 *
 * `Refrain` calls the HTTP API of a server. `Schedule` builds schedules. `verifyWebhook` verifies webhooks. The types of
 * requests and responses are in `types`.
 */
export { type RawRequest, type RawResponse, Refrain, type RefrainOptions } from './client.js';
export { Consumer, type ConsumerOptions, Item, LeaseLost, Reject } from './consumer.js';
export {
  Conflict,
  Forbidden,
  InvalidRequest,
  NotFound,
  NotModified,
  RateLimited,
  RefrainError,
  TimedOut,
  Unauthorized,
  Unavailable,
  UnreadableResponse,
} from './errors.js';
export { EventStream, type StreamItem } from './events.js';
export type * as types from './generated/types/index.js';
export { Listing } from './listing.js';
export type { Cacheable, CallOptions, Conditional, Creating, Keyed, Streaming } from './options.js';
export type { Retries } from './retries.js';
export { type QueueOptions, Schedule, type WebhookOptions, type ZoneOptions } from './schedule.js';
export { type Duration, type Instant, seconds, type Version } from './values.js';
export {
  type Delivery,
  MemoryStore,
  type Progress,
  type VerifyOptions,
  verifyWebhook,
  type WebhookBody,
  WebhookError,
  type WebhookHeaders,
  WebhookReceiver,
  type WebhookReceiverOptions,
  type WebhookStore,
} from './webhooks.js';
