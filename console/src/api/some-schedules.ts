// The first schedules, for lookups across many schedules, and schedule IDs for suggestions.
import { queryOptions } from '@tanstack/react-query';
import { api, body } from './client';

/** Maximum page size of the API. */
export const FIRST_ROWS = 500;
const OFFERED_ROWS = 12;

/** The first schedules. The derived data changes rarely, so they are read rarely. */
export const firstSchedulesQuery = queryOptions({
  queryKey: ['first-schedules'],
  queryFn: ({ signal }) => body(api.GET('/v1/schedules', { params: { query: { limit: FIRST_ROWS } }, signal })),
  staleTime: 60_000,
});

/** Schedule IDs that start with the prefix. */
export const offeredNamesQuery = (prefix: string) =>
  queryOptions({
    queryKey: ['offered-names', prefix],
    queryFn: async ({ signal }) => {
      const query = { id_prefix: prefix || undefined, limit: OFFERED_ROWS };
      const { items } = await body(api.GET('/v1/schedules', { params: { query }, signal }));
      return items.map(({ id }) => id);
    },
  });
