// Some schedules, for what is found by looking at many of them at once, and names to choose from.
import { queryOptions } from '@tanstack/react-query';
import { api, body } from './client';

/** As many as one request may read. */
export const FIRST_ROWS = 500;
const OFFERED_ROWS = 12;

/** What is looked for in them changes little, so they are read seldom. */
export const firstSchedulesQuery = queryOptions({
  queryKey: ['first-schedules'],
  queryFn: ({ signal }) => body(api.GET('/v1/schedules', { params: { query: { limit: FIRST_ROWS } }, signal })),
  staleTime: 60_000,
});

/** Names that begin so. */
export const offeredNamesQuery = (prefix: string) =>
  queryOptions({
    queryKey: ['offered-names', prefix],
    queryFn: async ({ signal }) => {
      const query = { id_prefix: prefix || undefined, limit: OFFERED_ROWS };
      const { items } = await body(api.GET('/v1/schedules', { params: { query }, signal }));
      return items.map(({ id }) => id);
    },
  });
