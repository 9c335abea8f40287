// Breakers: whether what is for a receiver goes through, and someone's word about it.
import { queryOptions } from '@tanstack/react-query';
import { api, body, type Schemas } from './client';

export type Breaker = Schemas['BreakerView'];

/** No event tells of all that opens one. */
const READ_AGAIN_MS = 15_000;

export const breakerQuery = (provider: string, receiver: string) =>
  queryOptions({
    queryKey: ['breakers', provider, receiver],
    queryFn: ({ signal }) => body(api.GET('/v1/breakers', { params: { query: { provider, receiver: receiver || undefined } }, signal })),
    refetchInterval: READ_AGAIN_MS,
  });

export const breakers = {
  trip: (asked: Schemas['BreakerAsked']) => body(api.POST('/v1/breakers/trip', { body: asked })),
  reset: (asked: Schemas['BreakerAsked']) => body(api.POST('/v1/breakers/reset', { body: asked })),
};
