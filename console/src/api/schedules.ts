// Schedules: queries and operations.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, body, idempotencyKey, type Schemas } from './client';
import { cachedIfHidden } from './visible-pages';

export type Schedule = Schemas['Schedule'];
export type Definition = Schemas['ScheduleDefinition'];
export type Recurrence = Schemas['Recurrence'];
export type NewSchedule = Schemas['NewSchedule'];
export type ScheduleList = Schemas['ScheduleList'];
export type Recent = Schemas['RecentRun'];

/** Rows per page: one screen, plus the rows that scrolling reaches before the next page has arrived. */
const PAGE_ROWS = 100;
/** Number of recent runs shown per schedule. */
const RECENT = 20;
/** Page size of the schedule list. It is smaller because each row includes its recent runs. */
const LIST_ROWS = 50;

export interface ScheduleFilter {
  status?: string | undefined;
  label?: string | undefined;
  prefix?: string | undefined;
  provider?: string | undefined;
  text?: string | undefined;
}

const filterParams = ({ status, label, prefix, provider, text }: ScheduleFilter) => ({ status, label, provider, text, id_prefix: prefix || undefined });

/** The schedule list. A refetch keeps pages that are not visible. */
export const schedulesQuery = (filter: ScheduleFilter) =>
  infiniteQueryOptions({
    queryKey: ['schedules', filter],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal, client, queryKey }): Promise<ScheduleList> => {
      const cached = cachedIfHidden<ScheduleList>(client, queryKey, pageParam);
      if (cached) return cached;
      const query = { ...filterParams(filter), limit: LIST_ROWS, recent: RECENT, total: pageParam === undefined, cursor: pageParam };
      return body(api.GET('/v1/schedules', { params: { query }, signal }));
    },
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });

/** The first schedules whose ID starts with the prefix. */
export const namesQuery = (prefix: string) =>
  queryOptions({
    queryKey: ['schedules', 'names', prefix],
    queryFn: ({ signal }) => body(api.GET('/v1/schedules', { params: { query: { id_prefix: prefix, limit: 8 } }, signal })),
  });

export const scheduleQuery = (id: string) =>
  queryOptions({
    queryKey: ['schedule', id],
    queryFn: ({ signal }) => body(api.GET('/v1/schedules/{id}', { params: { path: { id } }, signal })),
  });

export const nextQuery = (id: string, count: number) =>
  queryOptions({
    queryKey: ['schedule', id, 'next', count],
    queryFn: ({ signal }) => body(api.GET('/v1/schedules/{id}/next', { params: { path: { id }, query: { count } }, signal })),
  });

export const runsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['schedule', id, 'runs'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => {
      const params = { path: { id }, query: { limit: PAGE_ROWS, cursor: pageParam } };
      return body(api.GET('/v1/schedules/{id}/runs', { params, signal }));
    },
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });

export const whyQuery = (id: string, at: string) =>
  queryOptions({
    queryKey: ['schedule', id, 'why', at],
    queryFn: ({ signal }) => body(api.GET('/v1/schedules/{id}/why', { params: { path: { id }, query: { at } }, signal })),
  });

export const revisionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['schedule', id, 'revisions'],
    queryFn: ({ signal }) => body(api.GET('/v1/schedules/{id}/revisions', { params: { path: { id } }, signal })),
  });

const named = (id: string) => ({ path: { id } });
/** A change names the revision it is based on. The server rejects an outdated change, and the console shows that. */
const matching = (revision: number) => ({ 'If-Match': `"${revision}"` });

export const schedules = {
  /** Creates a schedule. Several requests with the same key create one schedule. */
  create: (definition: NewSchedule, key: string) => body(api.POST('/v1/schedules', { body: definition, params: { header: { 'Idempotency-Key': key } } })),
  replace: (id: string, revision: number, definition: Definition) =>
    body(api.PUT('/v1/schedules/{id}', { params: named(id), headers: matching(revision), body: definition })),
  pause: (id: string, request: Schemas['PauseRequest']) => body(api.POST('/v1/schedules/{id}/pause', { params: named(id), body: request })),
  resume: (id: string, request: Schemas['ResumeRequest']) => body(api.POST('/v1/schedules/{id}/resume', { params: named(id), body: request })),
  cancel: (id: string, request: Schemas['CancelRequest']) => body(api.POST('/v1/schedules/{id}/cancel', { params: named(id), body: request })),
  fire: (id: string, request: Schemas['FireRequest']) => {
    const params = { ...named(id), header: { 'Idempotency-Key': idempotencyKey() } };
    return body(api.POST('/v1/schedules/{id}/fire', { params, body: request }));
  },
  backfill: (id: string, request: Schemas['BackfillRequest']) =>
    body(api.POST('/v1/schedules/{id}/backfill', { params: named(id), body: request })),
  rollback: (id: string, revision: number, to: number) => {
    const params = { path: { id, revision: to } };
    return body(api.POST('/v1/schedules/{id}/revisions/{revision}/rollback', { params, headers: matching(revision) }));
  },
  bulk: (request: Schemas['BulkRequest']) => body(api.POST('/v1/schedules/bulk', { body: request })),
  remove: (id: string) => body(api.DELETE('/v1/schedules/{id}', { params: named(id) })),
};
