// The session: the caller's identity, sign-in and sign-out.
import { queryOptions } from '@tanstack/react-query';
import { api, body, type Schemas } from './client';

export type Caller = Schemas['Session'];

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => body(api.GET('/v1/session', { signal })),
  staleTime: 60_000,
});

export const session = {
  begin: (key: string) => body(api.POST('/v1/session', { body: { key } })),
  end: () => api.DELETE('/v1/session'),
};
