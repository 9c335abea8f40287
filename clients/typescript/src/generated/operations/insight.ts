// Generated from console/openapi.json by `make clients`. Do not edit.

import { type Endpoint } from '../../endpoint.js';
import { type EventStream } from '../../events.js';
import { type Listing } from '../../listing.js';
import { type CallOptions, type Streaming } from '../../options.js';
import { type Instant } from '../../values.js';
import {
  type AuditEntry,
  type AuditEntryList,
  type AuditVerification,
  type Fold,
  type Heatmap,
  type RunHistory,
  type ScheduleHealth,
  type Stats,
  type UpcomingOccurrences,
} from '../types/index.js';
import { ControlsOperations } from './controls.js';

const listAuditEntries: Endpoint = {
  id: 'listAuditEntries',
  method: 'GET',
  path: '/v1/audit',
  query: ['limit', 'cursor'],
  output: 'json',
  items: 'items',
  isRepeatable: true,
};

const verifyAuditLog: Endpoint = {
  id: 'verifyAuditLog',
  method: 'GET',
  path: '/v1/audit/verify',
  output: 'json',
  isRepeatable: true,
};

const streamEvents: Endpoint = {
  id: 'streamEvents',
  method: 'GET',
  path: '/v1/events',
  query: ['schedule', 'kind'],
  output: 'text',
  isRepeatable: true,
};

const getHeatmap: Endpoint = {
  id: 'getHeatmap',
  method: 'GET',
  path: '/v1/heatmap',
  query: ['days', 'zone'],
  output: 'json',
  isRepeatable: true,
};

const getRunHistory: Endpoint = {
  id: 'getRunHistory',
  method: 'GET',
  path: '/v1/history',
  query: ['from', 'until', 'fold', 'zone', 'state', 'label', 'id_prefix', 'text', 'limit'],
  output: 'json',
  isRepeatable: true,
};

const getScheduleHealth: Endpoint = {
  id: 'getScheduleHealth',
  method: 'GET',
  path: '/v1/schedules/health',
  output: 'json',
  isRepeatable: true,
};

const getStatistics: Endpoint = {
  id: 'getStatistics',
  method: 'GET',
  path: '/v1/stats',
  output: 'json',
  isRepeatable: true,
};

const listUpcomingOccurrences: Endpoint = {
  id: 'listUpcomingOccurrences',
  method: 'GET',
  path: '/v1/upcoming',
  query: ['from', 'until', 'fold', 'zone', 'label', 'id_prefix', 'text', 'limit'],
  output: 'json',
  isRepeatable: true,
};

/** Options of {@link InsightOperations.listAuditEntries}. */
export interface ListAuditEntriesOptions extends CallOptions {
  /** Page size. Default: 50. Maximum: 500. */
  limit?: number | undefined;
  /** Cursor: the `next_cursor` of the previous page. */
  cursor?: string | undefined;
}

/** Options of {@link InsightOperations.streamEvents}. */
export interface StreamEventsOptions extends CallOptions, Streaming {
  /** Schedule ID. Default: all schedules. */
  schedule?: string | undefined;
  /** Comma-separated event kinds, such as `completed,alarm`. Default: all kinds. */
  kind?: string | undefined;
}

/** Options of {@link InsightOperations.getHeatmap}. */
export interface GetHeatmapOptions extends CallOptions {
  /** Number of days ahead. Default: 7. Maximum: 31. */
  days?: number | undefined;
  /** Time zone of the hours. Default: the server's time zone. */
  zone?: string | undefined;
}

/** Options of {@link InsightOperations.getRunHistory}. */
export interface GetRunHistoryOptions extends CallOptions {
  /**
   * Start of the window, inclusive, by nominal time. Default: one day before `until`. Maximum:
   * 45 days before `until`.
   */
  from?: Instant | undefined;
  /** End of the window, exclusive. Default: now. */
  until?: Instant | undefined;
  /**
   * Time slot in which more than four occurrences of a schedule are merged into one span.
   * Default: `hour` for windows of up to 8 days, `day` for longer ones.
   */
  fold?: Fold | undefined;
  /** Time zone of the hours and days. Default: the server's time zone. */
  zone?: string | undefined;
  /** Comma-separated states, such as `failed,skipped`. Default: all states. */
  state?: string | undefined;
  /** Label of the schedule, such as `team:billing`. */
  label?: string | undefined;
  /** Prefix of the schedule ID. */
  id_prefix?: string | undefined;
  /** Text in the schedule ID, case-insensitive. */
  text?: string | undefined;
  /**
   * Maximum number of schedules in the response; those with the latest occurrences are
   * returned. Default: 100. Maximum: 500.
   */
  limit?: number | undefined;
}

/** Options of {@link InsightOperations.listUpcomingOccurrences}. */
export interface ListUpcomingOccurrencesOptions extends CallOptions {
  /** Start of the window. Default: now. Never earlier than now. */
  from?: Instant | undefined;
  /** End of the window, exclusive. Default: one day after `from`. Maximum: 45 days after `from`. */
  until?: Instant | undefined;
  /**
   * Time slot in which more than four occurrences of a schedule are merged into one span.
   * Default: `hour` for windows of up to 8 days, `day` for longer ones.
   */
  fold?: Fold | undefined;
  /** Time zone of the hours and days. Default: the server's time zone. */
  zone?: string | undefined;
  /** Comma-separated labels, such as `team:billing,tier:1`. Schedules must have all of them. */
  label?: string | undefined;
  /** Prefix of the schedule ID. */
  id_prefix?: string | undefined;
  /** Text in the ID or the description, case-insensitive. */
  text?: string | undefined;
  /**
   * Maximum number of schedules in the response; those with the earliest occurrences are
   * returned. Default: 100. Maximum: 500.
   */
  limit?: number | undefined;
}

/** Operations of the group `insight`. */
export abstract class InsightOperations extends ControlsOperations {
  /**
   * Lists audit log entries.
   *
   * Newest first. Page size: 50 by default, at most 500.
   *
   * Requires `audit`.
   */
  listAuditEntries(options: ListAuditEntriesOptions = {}): Listing<AuditEntryList, AuditEntry> {
    return this.list<AuditEntryList, AuditEntry>(listAuditEntries, [], { options });
  }

  /**
   * Verifies the audit log.
   *
   * Checks the tenant's hash chain from the first entry to the last.
   *
   * Requires `audit`.
   */
  verifyAuditLog(options: CallOptions = {}): Promise<AuditVerification> {
    return this.call<AuditVerification>(verifyAuditLog, [], { options });
  }

  /**
   * Streams events.
   *
   * Streams server-sent events about the tenant's schedules, from all nodes on the store. Each
   * event has an ID. Events beyond 2,000 per second and node may be missing.
   *
   * The first event is `open` and names the serving node. A client that reconnects with the
   * `Last-Event-ID` header gets the events it missed, as far as they are still available. If
   * some are not, the event `missed` comes first. A comment is sent every 15 seconds.
   *
   * The stream ends within a second after the key is revoked, is rotated or expires, or after
   * the session ends. A tenant may have 20 open streams per node; further requests return 429.
   *
   * Requires `viewer`.
   */
  streamEvents(options: StreamEventsOptions = {}): EventStream {
    return this.stream(streamEvents, [], { options });
  }

  /**
   * Gets the load by hour of the week.
   *
   * Counts the occurrences of active schedules from their recurrences, without jitter.
   * Considers at most 10,000 schedules, in order of ID, for at most 5 seconds; if there are
   * more, `is_cut` is true.
   *
   * Requires `viewer`.
   */
  getHeatmap(options: GetHeatmapOptions = {}): Promise<Heatmap> {
    return this.call<Heatmap>(getHeatmap, [], { options });
  }

  /**
   * Gets the run history.
   *
   * Counts the occurrences of all schedules in a time window. Occurrences are read from the
   * newest on, at most 20,000 and for at most 3 seconds; beyond that, `counted_since` is the
   * time from which the counts are complete. More than four occurrences of a schedule in an
   * hour or day are merged into one span.
   *
   * Requires `viewer`.
   */
  getRunHistory(options: GetRunHistoryOptions = {}): Promise<RunHistory> {
    return this.call<RunHistory>(getRunHistory, [], { options });
  }

  /**
   * Checks the health of schedules.
   *
   * Lists the schedules that no node has planned although their planning is overdue by a minute
   * or more.
   *
   * Requires `viewer`.
   */
  getScheduleHealth(options: CallOptions = {}): Promise<ScheduleHealth> {
    return this.call<ScheduleHealth>(getScheduleHealth, [], { options });
  }

  /**
   * Gets statistics.
   *
   * Counts up to 10,000 schedules, 500 planned and 500 running occurrences, and the tenant's
   * share of up to 1,000 overdue occurrences. If there are more, `is_cut` is true.
   *
   * Requires `viewer`.
   */
  getStatistics(options: CallOptions = {}): Promise<Stats> {
    return this.call<Stats>(getStatistics, [], { options });
  }

  /**
   * Lists upcoming occurrences.
   *
   * Computes the occurrences of active schedules in a time window from their recurrences,
   * without jitter. Considers at most 10,000 schedules, in order of ID, for at most 5 seconds,
   * and returns those with the earliest occurrences.
   *
   * More than four occurrences of a schedule in an hour or day are merged into one span with
   * their number. At most 60 per hour and 1,500 per day are counted; if there are more,
   * `is_cut` is true. For past occurrences, use `GET /v1/occurrences`.
   *
   * Requires `viewer`.
   */
  listUpcomingOccurrences(
    options: ListUpcomingOccurrencesOptions = {},
  ): Promise<UpcomingOccurrences> {
    return this.call<UpcomingOccurrences>(listUpcomingOccurrences, [], { options });
  }
}
