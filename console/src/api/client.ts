// The one way to the server: typed by its own document, refusals thrown as `Problem`, the chosen tenant on every request.
import createClient from 'openapi-fetch';
import { Problem } from './problem';
import type { components, paths } from './schema.gen';
import { chosenTenant } from './tenant';

export type Schemas = components['schemas'];

/** Every request goes through here, so that a server that is away is one kind of problem, and every refusal is thrown. */
async function send(request: Request): Promise<Response> {
  const tenant = chosenTenant();
  // Who one is does not depend on whose rows are looked at.
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

/** The body of an answer; `send` has thrown whatever is none. */
export async function body<T>(answer: Promise<{ data?: T }>): Promise<T> {
  const { data } = await answer;
  return data as T;
}

/** A key under which a change may be sent twice and happens once. */
export function idempotencyKey(): string {
  return crypto.randomUUID();
}
