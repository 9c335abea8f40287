// Status of the server and of the tenant: statistics, nodes, readiness and providers.
import { queryOptions } from '@tanstack/react-query';
import { api, body, type Schemas } from './client';

export type Stats = Schemas['Stats'];
export type Node = Schemas['Node'];
export type Provider = Schemas['Provider'];

/** Poll interval for counts that no event announces. */
const POLL_MS = 15_000;

export const statsQuery = queryOptions({
  queryKey: ['stats'],
  queryFn: ({ signal }) => body(api.GET('/v1/stats', { signal })),
  refetchInterval: POLL_MS,
});

export const nodesQuery = queryOptions({
  queryKey: ['nodes'],
  queryFn: ({ signal }) => body(api.GET('/v1/nodes', { signal })),
  refetchInterval: POLL_MS,
});

export const staleQuery = queryOptions({
  queryKey: ['stale'],
  queryFn: ({ signal }) => body(api.GET('/v1/schedules/health', { signal })),
  refetchInterval: POLL_MS,
});

export type Readiness = Schemas['Readiness'];

export const readyQuery = queryOptions({
  queryKey: ['ready'],
  queryFn: ({ signal }) => body(api.GET('/readyz', { signal })),
  refetchInterval: POLL_MS,
});

export const providersQuery = queryOptions({
  queryKey: ['providers'],
  queryFn: ({ signal }) => body(api.GET('/v1/providers', { signal })),
});
