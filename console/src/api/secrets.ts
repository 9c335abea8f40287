// Secrets: create, replace and delete. No operation returns a value.
import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, body, type Schemas } from './client';

export type Secret = Schemas['Secret'];
export type RotationResult = Schemas['SecretRotationResult'];

const PAGE_ROWS = 500;

export const secretsQuery = infiniteQueryOptions({
  queryKey: ['secrets'],
  initialPageParam: undefined as string | undefined,
  queryFn: ({ pageParam, signal }) => body(api.GET('/v1/secrets', { params: { query: { limit: PAGE_ROWS, cursor: pageParam } }, signal })),
  getNextPageParam: (page) => page.next_cursor ?? undefined,
});

export const secrets = {
  put: (name: string, value: string) => body(api.PUT('/v1/secrets/{name}', { params: { path: { name } }, body: { value } })),
  remove: (name: string) => body(api.DELETE('/v1/secrets/{name}', { params: { path: { name } } })),
  reencrypt: () => body(api.POST('/v1/secrets/rotate', {})),
};
