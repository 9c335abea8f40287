// The ledger of all schedules: occurrences and dead letters.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, body, type Schemas } from './client';

export type Occurrence = Schemas['Occurrence'];
export type Attempt = Schemas['Attempt'];
export type DeadLetter = Schemas['DeadLetter'];

const PAGE_ROWS = 100;
const FEED_ROWS = 30;

export interface LedgerFilter {
  schedule?: string | undefined;
  state?: string | undefined;
  reason?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
}

export const occurrencesQuery = (filter: LedgerFilter, limit = PAGE_ROWS) =>
  infiniteQueryOptions({
    queryKey: ['occurrences', filter, limit],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => {
      const query = { ...filter, limit, cursor: pageParam };
      return body(api.GET('/v1/occurrences', { params: { query }, signal }));
    },
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });

/** Recently started occurrences for the live feed. Read once, because events announce later ones. */
export const earlierQuery = queryOptions({
  queryKey: ['feed'],
  queryFn: ({ signal }) => {
    const query = { state: 'running,succeeded,skipped,failed', limit: FEED_ROWS };
    return body(api.GET('/v1/occurrences', { params: { query }, signal }));
  },
  staleTime: Infinity,
  // The feed starts again when the page is opened again.
  gcTime: 0,
});

export const occurrenceQuery = (id: number) =>
  queryOptions({
    queryKey: ['occurrences', 'one', id],
    queryFn: ({ signal }) => body(api.GET('/v1/occurrences/{id}', { params: { path: { id } }, signal })),
  });

export type LetterKind = 'occurrence' | 'work_item';

export const deadLettersQuery = (kind: LetterKind) =>
  infiniteQueryOptions({
    queryKey: ['dead-letters', kind],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => {
      const query = { kind, limit: PAGE_ROWS, cursor: pageParam };
      return body(api.GET('/v1/dead-letters', { params: { query }, signal }));
    },
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });

export const ledger = {
  replay: (request: Schemas['DeadLetterSelection']) => body(api.POST('/v1/dead-letters/replay', { body: request })),
};
