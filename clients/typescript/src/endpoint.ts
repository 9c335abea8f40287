import { InvalidRequest } from './errors.js';
import type { AnyOptions } from './options.js';
import type { Version } from './values.js';

/** Minimum timeout of operations that wait by design. The server takes at most 60 seconds for them. */
const SLOW_MS = 65_000;

/** An operation of the API: a method and a path. */
export interface Endpoint {
  id: string;
  method: string;
  path: string;
  /** Names of the query parameters. */
  query?: readonly string[];
  mediaType?: string;
  /** What the body of a response is. */
  output: 'json' | 'text' | 'none';
  /** Field of a page with its items. */
  items?: string;
  /** Whether a repeated request has the effect of one. */
  isRepeatable?: boolean;
  /** Whether the operation takes an idempotency key. */
  takesKey?: boolean;
  /** Whether the operation waits by design. */
  isSlow?: boolean;
}

/** What a call contains besides the parameters of its path. */
export interface Parts {
  query?: Record<string, unknown>;
  body?: unknown;
  options: AnyOptions;
}

/** A request, before it is sent. */
export interface Request {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  body?: string;
  isRepeatable: boolean;
  isSlow: boolean;
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
}

/** Builds the request for an operation. */
export function build(endpoint: Endpoint, path: readonly (string | number)[], parts: Parts): Request {
  const { ifMatch, ifNoneMatch, createOnly, lastEventId, signal, timeoutMs } = parts.options;
  const idempotencyKey = parts.options.idempotencyKey ?? (endpoint.takesKey ? randomKey() : undefined);
  const given: Record<string, unknown> = { ...parts.options, ...parts.query };
  const query = Object.fromEntries((endpoint.query ?? []).map((name) => [name, given[name]]));
  const request: Request = {
    method: endpoint.method,
    path: expand(endpoint.path, path),
    query: queryOf(query),
    headers: headersOf({
      'If-Match': ifMatch === undefined ? undefined : tag(ifMatch),
      'If-None-Match': createOnly ? '*' : ifNoneMatch === undefined ? undefined : tag(ifNoneMatch),
      'Idempotency-Key': idempotencyKey,
      'Last-Event-ID': lastEventId,
    }),
    // If the response to the first attempt is lost, the second one would be a conflict with the first.
    isRepeatable:
      (endpoint.isRepeatable === true && ifMatch === undefined && !createOnly) || idempotencyKey !== undefined,
    isSlow: endpoint.isSlow === true,
    signal,
    timeoutMs,
  };
  if (parts.body !== undefined) {
    request.headers['Content-Type'] = endpoint.mediaType ?? 'application/json';
    const isText = typeof parts.body === 'string' && !endpoint.mediaType?.includes('json');
    request.body = isText ? (parts.body as string) : JSON.stringify(parts.body);
  }
  return request;
}

/** Returns the timeout of a request in milliseconds. */
export function timeoutOf(request: Request, fallbackMs: number): number {
  const timeout = request.timeoutMs ?? fallbackMs;
  return request.isSlow ? Math.max(timeout, SLOW_MS) : timeout;
}

/** Returns the parameters that are set, as texts. */
export function queryOf(query: Record<string, unknown>): Record<string, string> {
  const set = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(
    set.map(([name, value]) => [name, value instanceof Date ? value.toISOString() : String(value)]),
  );
}

/** Returns the headers that are set. */
export function headersOf(headers: Record<string, string | undefined>): Record<string, string> {
  const set: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue;
    if (!/^[\x20-\x7e]*$/.test(value)) {
      throw new InvalidRequest(
        `header ${name} cannot have the value ${JSON.stringify(value)}: expected printable ASCII`,
      );
    }
    set[name] = value;
  }
  return set;
}

/** Replaces the parameters of a path such as `/v1/schedules/{id}`, in order. */
export function expand(template: string, values: readonly (string | number)[]): string {
  let index = 0;
  return template.replace(/\{[^}]*\}/g, () => segment(String(values[index++] ?? '')));
}

function segment(text: string): string {
  if (!text) throw new InvalidRequest('expected a name in the path, found an empty text');
  if (text === '.' || text === '..') {
    // Every URL parser resolves these two segments, escaped or not, so the name would be lost.
    throw new InvalidRequest(`expected a name in the path, found "${text}"`);
  }
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function tag(version: Version): string {
  return typeof version === 'number' ? `"${version}"` : version;
}

function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
