// Status of the server and of the tenant: statistics, nodes, readiness and providers.
import { queryOptions } from '@tanstack/react-query';
import { api, body, type Schemas } from './client';

export type Stats = Schemas['Stats'];
export type Node = Schemas['NodeView'];
export type Provider = Schemas['ProviderView'];

/** Poll interval for counts that no event announces. */
const READ_AGAIN_MS = 15_000;

export const statsQuery = queryOptions({
  queryKey: ['stats'],
  queryFn: ({ signal }) => body(api.GET('/v1/stats', { signal })),
  refetchInterval: READ_AGAIN_MS,
});

export const nodesQuery = queryOptions({
  queryKey: ['nodes'],
  queryFn: ({ signal }) => body(api.GET('/v1/nodes', { signal })),
  refetchInterval: READ_AGAIN_MS,
});

export const staleQuery = queryOptions({
  queryKey: ['stale'],
  queryFn: ({ signal }) => body(api.GET('/v1/schedules/health', { signal })),
  refetchInterval: READ_AGAIN_MS,
});

export type Ready = Schemas['Ready'];

export const readyQuery = queryOptions({
  queryKey: ['ready'],
  queryFn: ({ signal }) => body(api.GET('/readyz', { signal })),
  refetchInterval: READ_AGAIN_MS,
});

export const providersQuery = queryOptions({
  queryKey: ['providers'],
  queryFn: ({ signal }) => body(api.GET('/v1/providers', { signal })),
});
