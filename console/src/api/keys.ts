// API keys and their permissions. A key itself is visible once, in the response that creates it.
import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, body, idempotencyKey, type Schemas } from './client';

export type Key = Schemas['ApiKey'];
export type KeyWithSecret = Schemas['ApiKeyWithSecret'];
export type NewKey = Schemas['CreateKeyRequest'];
export type Reach = Key['reach'];

const PAGE_ROWS = 500;
/** Poll interval. No event announces the use of a key. */
const POLL_MS = 15_000;

export const keysQuery = (reach: Reach) =>
  infiniteQueryOptions({
    queryKey: ['keys', reach],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => body(api.GET('/v1/keys', { params: { query: { reach, limit: PAGE_ROWS, cursor: pageParam } }, signal })),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    refetchInterval: POLL_MS,
  });

export const keys = {
  create: (request: NewKey) => body(api.POST('/v1/keys', { body: request, params: { header: { 'Idempotency-Key': idempotencyKey() } } })),
  rotate: (id: string, keepOldSeconds: number) =>
    body(api.POST('/v1/keys/{id}/rotate', { params: { path: { id } }, body: { keep_old_seconds: keepOldSeconds } })),
  revoke: (id: string) => body(api.DELETE('/v1/keys/{id}', { params: { path: { id } } })),
};
