// Circuit breakers: their state per receiver, and manual trip and reset.
import { queryOptions } from '@tanstack/react-query';
import { api, body, type Schemas } from './client';

export type Breaker = Schemas['CircuitBreaker'];

/** Poll interval. Not every opening of a breaker is announced by an event. */
const POLL_MS = 15_000;

export const breakerQuery = (provider: string, receiver: string) =>
  queryOptions({
    queryKey: ['breakers', provider, receiver],
    queryFn: ({ signal }) => body(api.GET('/v1/breakers', { params: { query: { provider, receiver: receiver || undefined } }, signal })),
    refetchInterval: POLL_MS,
  });

export const breakers = {
  trip: (request: Schemas['CircuitBreakerRequest']) => body(api.POST('/v1/breakers/trip', { body: request })),
  reset: (request: Schemas['CircuitBreakerRequest']) => body(api.POST('/v1/breakers/reset', { body: request })),
};
