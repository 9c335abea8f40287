// Work items in Refrain's own queues: their state, worker and result.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, body, idempotencyKey, type Schemas } from './client';

export type WorkItem = Schemas['WorkItem'];
export type NewWork = Schemas['EnqueueRequest'];

const PAGE_ROWS = 100;
/** Poll interval. No event announces claims by workers. */
const POLL_MS = 5_000;

export interface WorkFilter {
  queue?: string | undefined;
  state?: string | undefined;
}

export const workItemsQuery = ({ queue, state }: WorkFilter) =>
  infiniteQueryOptions({
    queryKey: ['work-items', { queue, state }],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => {
      const query = { queue, state, limit: PAGE_ROWS, cursor: pageParam };
      return body(api.GET('/v1/work-items', { params: { query }, signal }));
    },
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    // Each loaded page is one request, so more pages mean a longer interval.
    refetchInterval: (query) => POLL_MS * Math.max(1, query.state.data?.pages.length ?? 1),
  });

export const workItemQuery = (id: number) =>
  queryOptions({
    queryKey: ['work-items', 'one', id],
    queryFn: ({ signal }) => body(api.GET('/v1/work-items/{id}', { params: { path: { id } }, signal })),
    refetchInterval: POLL_MS,
  });

const named = (id: number) => ({ path: { id } });

export const workItems = {
  enqueue: (request: NewWork) =>
    body(api.POST('/v1/work-items', { body: request, params: { header: { 'Idempotency-Key': idempotencyKey() } } })),
  complete: (id: number, fence: number) =>
    body(api.POST('/v1/work-items/{id}/complete', { params: named(id), body: { fence, result: { by: 'hand' } } as Schemas['CompleteRequest'] })),
  fail: (id: number, fence: number, error: string, retry: boolean) =>
    body(api.POST('/v1/work-items/{id}/fail', { params: named(id), body: { fence, error, retry } })),
};
