// The only HTTP client. It is typed by the OpenAPI document, throws error responses as `Problem`, and sends the
// selected tenant with every request.
import createClient from 'openapi-fetch';
import { Problem } from './problem';
import type { components, paths } from './schema.gen';
import { chosenTenant } from './tenant';

export type Schemas = components['schemas'];

/** Sends every request. An unreachable server becomes one kind of problem, and every error response is thrown. */
async function send(request: Request): Promise<Response> {
  const tenant = chosenTenant();
  // The session does not depend on the selected tenant.
  if (tenant && new URL(request.url).pathname !== '/v1/session') request.headers.set('x-refrain-tenant', tenant);
  let response: Response;
  try {
    response = await fetch(request);
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw Problem.unreachable();
  }
  if (response.ok) return response;
  throw Problem.of(await response.json().catch(() => null), response.status);
}

export const api = createClient<paths>({ baseUrl: globalThis.location?.origin ?? '', fetch: send });

/** Returns the body of a response. `send` has already thrown for error responses. */
export async function body<T>(answer: Promise<{ data?: T }>): Promise<T> {
  const { data } = await answer;
  return data as T;
}

/** Returns a new idempotency key: a change sent twice with the same key is applied once. */
export function idempotencyKey(): string {
  return crypto.randomUUID();
}
