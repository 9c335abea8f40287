// Past and upcoming occurrences of all schedules in a time window. The server aggregates both, so that many
// occurrences cost no more than a few.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, body, type Schemas } from './client';

export type Upcoming = Schemas['UpcomingOccurrences'];
export type History = Schemas['RunHistory'];
export type Counts = Schemas['StateCounts'];
export type Heatmap = Schemas['Heatmap'];
export type Days = Schemas['DailyCounts'];

/** Poll interval. The server recounts on every request, so events do not trigger a refetch. */
const POLL_MS = 30_000;
/**
 * Number of schedules above which the longer interval applies: computing their recurrences is expensive for the
 * server.
 */
const MANY_SCHEDULES = 1_000;
const POLL_MANY_MS = 120_000;

/** Returns a refetch interval that depends on the number of schedules. */
function pollInterval(ms: number) {
  return ({ state }: { state: { data?: { schedules: number } | undefined } }) => ((state.data?.schedules ?? 0) > MANY_SCHEDULES ? POLL_MANY_MS : ms);
}
const POLL_COUNTS_MS = 300_000;
const WEEK_MS = 7 * 24 * 3_600_000;
/** Maximum number of schedules in a response. */
const SCHEDULES_MAX = 200;

export interface CalendarFilter {
  prefix?: string | undefined;
  label?: string | undefined;
  text?: string | undefined;
}

export interface Span {
  /** Instants in milliseconds, so that query keys stay the same while the page is open. */
  from: number;
  until: number;
  zone: string;
  fold: 'hour' | 'day';
}

const iso = (instant: number) => new Date(instant).toISOString();

function queryParams({ from, until, zone, fold }: Span, { prefix, label, text }: CalendarFilter) {
  return { from: iso(from), until: iso(until), zone, fold, id_prefix: prefix, label, text, limit: SCHEDULES_MAX };
}

export const upcomingQuery = (span: Span, filter: CalendarFilter = {}) =>
  queryOptions({
    queryKey: ['upcoming', span, filter],
    queryFn: ({ signal }) => body(api.GET('/v1/upcoming', { params: { query: queryParams(span, filter) }, signal })),
    refetchInterval: pollInterval(POLL_MS),
    placeholderData: keepPreviousData,
  });

/** Occurrences within the given number of seconds from the time of the request. */
export const soonQuery = (seconds: number) =>
  queryOptions({
    queryKey: ['upcoming', 'soon', seconds],
    queryFn: ({ signal }) => {
      const query = { until: iso(Date.now() + seconds * 1_000), limit: 12 };
      return body(api.GET('/v1/upcoming', { params: { query }, signal }));
    },
    refetchInterval: pollInterval(POLL_MS / 2),
  });

/** Number of schedules with an occurrence in each hour of the next seven days. */
export const nextWeekQuery = (zone: string) =>
  queryOptions({
    queryKey: ['upcoming', 'week', zone],
    queryFn: ({ signal }) => {
      const query = { until: iso(Date.now() + WEEK_MS), zone, fold: 'hour' as const, limit: 1 };
      return body(api.GET('/v1/upcoming', { params: { query }, signal }));
    },
    refetchInterval: POLL_COUNTS_MS,
    staleTime: POLL_COUNTS_MS / 5,
  });

/** Occurrences of the 24 hours after the time of the request. */
export const nextDayQuery = (zone: string) =>
  queryOptions({
    queryKey: ['upcoming', 'day', zone],
    queryFn: ({ signal }) => body(api.GET('/v1/upcoming', { params: { query: { zone, limit: SCHEDULES_MAX } }, signal })),
    refetchInterval: pollInterval(POLL_MS),
  });

export const historyQuery = (span: Span, filter: CalendarFilter = {}, state?: string) =>
  queryOptions({
    queryKey: ['history', span, filter, state],
    queryFn: ({ signal }) => body(api.GET('/v1/history', { params: { query: { ...queryParams(span, filter), state } }, signal })),
    refetchInterval: POLL_MS,
    placeholderData: keepPreviousData,
  });

/** Failed occurrences of the last 24 hours, by schedule. */
export const failedQuery = queryOptions({
  queryKey: ['history', 'failed'],
  queryFn: ({ signal }) => body(api.GET('/v1/history', { params: { query: { state: 'failed', fold: 'day', limit: SCHEDULES_MAX } }, signal })),
  refetchInterval: POLL_MS / 2,
});

export const heatmapQuery = (zone: string) =>
  queryOptions({
    queryKey: ['heatmap', zone],
    queryFn: ({ signal }) => body(api.GET('/v1/heatmap', { params: { query: { zone } }, signal })),
    refetchInterval: POLL_COUNTS_MS,
    staleTime: POLL_COUNTS_MS / 5,
  });

export const daysQuery = (id: string) =>
  queryOptions({
    queryKey: ['days', id],
    queryFn: ({ signal }) => body(api.GET('/v1/schedules/{id}/days', { params: { path: { id } }, signal })),
    refetchInterval: POLL_MS,
  });
