import { Consumer, type ConsumerOptions } from './consumer.js';
import type { Received } from './core.js';
import { headersOf, queryOf, type Request, timeoutOf } from './endpoint.js';
import { InvalidRequest, RefrainError, refused, TimedOut, Unavailable, Unreachable } from './errors.js';
import { Operations } from './generated/operations/index.js';
import type { OccurrenceDetail } from './generated/types/ledger.js';
import type { CallOptions } from './options.js';
import { type Retries, retryWait, sleep } from './retries.js';

export const VERSION = '0.1.0';
const TIMEOUT_MS = 30_000;
/** First pause between two reads of an occurrence, doubled for each further one, and the maximum. */
const PAUSE_MS = 50;
const PAUSE_MS_MAX = 2_000;
/** Codes of errors that come before anything is sent. */
const UNSENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Settings of a client. */
export interface RefrainOptions {
  /** URL of the server. */
  url: string;
  /** API key. A server that listens only on its own machine requires none. */
  key?: string | undefined;
  /** Tenant of all requests, as `namespace/tenant` or `tenant`. Requires a key for all tenants. */
  tenant?: string | undefined;
  /** ID of the requests in the logs and the audit log of the server. */
  requestId?: string | undefined;
  /** Timeout of each attempt in milliseconds. Default: 30,000. Operations that wait for work have at least 65,000. */
  timeoutMs?: number | undefined;
  /** How requests are retried. */
  retries?: Retries | undefined;
  /** The `fetch` to use, such as one with a proxy. Default: the global one. */
  fetch?: typeof fetch | undefined;
}

/** A request for any operation. */
export interface RawRequest extends CallOptions {
  query?: Record<string, unknown>;
  headers?: Record<string, string>;
  json?: unknown;
}

/** A response with its head. */
export interface RawResponse {
  status: number;
  headers: Headers;
  /** Version of the value, for `ifMatch`. */
  etag: string | undefined;
  /** The body as JSON, or as text if it is not JSON. */
  value: unknown;
}

/**
 * A client for the API of one server. Each operation of the API is a method.
 *
 * ```ts
 * const refrain = new Refrain({ url: 'https://refrain.example.org', key: 'rfn_…' });
 * await refrain.createSchedule(Schedule.cron('0 9 * * MON-FRI', { timezone: 'Europe/Paris' }).log());
 * ```
 */
export class Refrain extends Operations {
  /** The base URL of the server. */
  readonly url: string;
  readonly #options: RefrainOptions;

  constructor(options: RefrainOptions) {
    super();
    this.url = baseUrl(options.url);
    this.#options = options;
  }

  /** Returns a client with other settings. */
  with(options: Partial<RefrainOptions>): Refrain {
    return new Refrain({ ...this.#options, ...options });
  }

  /**
   * Waits until an occurrence has completed, and returns it with its attempts. There is no time limit: pass a signal
   * such as `AbortSignal.timeout(60_000)` to have one.
   */
  async waitForOccurrence(id: number, options: CallOptions = {}): Promise<OccurrenceDetail> {
    for (let pause = PAUSE_MS; ; pause = Math.min(pause * 2, PAUSE_MS_MAX)) {
      const occurrence = await this.getOccurrence(id, options);
      if (occurrence.ended_at) return occurrence;
      await sleep(pause, options.signal);
    }
  }

  /** Returns a consumer of a work queue, which claims items and extends their leases while they are processed. */
  consume<T = unknown>(queue: string, options: ConsumerOptions = {}): Consumer<T> {
    return new Consumer<T>(this, queue, options);
  }

  /** Returns the version of the server, from its OpenAPI document. */
  async serverVersion(options: CallOptions = {}): Promise<string> {
    const { value } = await this.request('GET', '/v1/openapi.json', options);
    return (value as { info: { version: string } }).info.version;
  }

  /** Calls any operation, such as one that this client does not know yet, and returns the response with its head. */
  async request(method: string, path: string, options: RawRequest = {}): Promise<RawResponse> {
    const headers = { ...options.headers };
    if (options.json !== undefined) headers['Content-Type'] ??= 'application/json';
    const isIdempotent = ['GET', 'PUT', 'DELETE'].includes(method.toUpperCase()) && !('If-Match' in headers);
    const received = await this.send({
      method: method.toUpperCase(),
      path,
      query: queryOf(options.query ?? {}),
      headers,
      ...(options.json === undefined ? {} : { body: JSON.stringify(options.json) }),
      isRepeatable: isIdempotent || 'Idempotency-Key' in headers,
      isSlow: false,
      signal: options.signal,
      timeoutMs: options.timeoutMs,
    });
    const { status, headers: head, text } = received;
    return { status, headers: head, etag: head.get('etag') ?? undefined, value: parsed(text) };
  }

  protected override async send(request: Request): Promise<Received> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#attempt(request);
      } catch (error) {
        if (!(error instanceof RefrainError)) throw error;
        const wait = retryWait(this.#options.retries ?? {}, attempt, error, request.isRepeatable);
        if (wait === undefined) throw error;
        await sleep(wait, request.signal);
      }
    }
  }

  protected override async open(request: Request): Promise<Response> {
    return this.#fetch(request, async (response) => {
      if (!response.ok) throw refused(response.status, response.headers, await response.text());
      return response;
    });
  }

  #attempt(request: Request): Promise<Received> {
    return this.#fetch(request, async (response) => {
      const { status, headers } = response;
      const text = await response.text();
      if (status >= 400 || status === 304) throw refused(status, headers, text);
      return { status, headers, text };
    });
  }

  /** Sends a request and reads its response, within the timeout. */
  async #fetch<T>(request: Request, read: (response: Response) => Promise<T>): Promise<T> {
    request.signal?.throwIfAborted();
    const ending = new AbortController();
    const abort = () => ending.abort(request.signal?.reason);
    request.signal?.addEventListener('abort', abort);
    let isLate = false;
    const late = () => {
      isLate = true;
      ending.abort();
    };
    const timer = setTimeout(late, timeoutOf(request, this.#options.timeoutMs ?? TIMEOUT_MS));
    let isStream = false;
    try {
      const response = await (this.#options.fetch ?? fetch)(this.#url(request), {
        method: request.method,
        headers: { ...this.#headers(), ...request.headers },
        body: request.body ?? null,
        redirect: 'manual',
        signal: ending.signal,
      });
      const result = await read(response);
      // The body of a stream is read later, until its caller ends it.
      isStream = result === response;
      return result;
    } catch (error) {
      if (error instanceof RefrainError) throw error;
      request.signal?.throwIfAborted();
      throw isLate ? new TimedOut('the server did not answer in time') : unanswered(error);
    } finally {
      clearTimeout(timer);
      if (!isStream) request.signal?.removeEventListener('abort', abort);
    }
  }

  #url(request: Request): string {
    const query = new URLSearchParams(request.query).toString();
    return this.url + request.path + (query ? `?${query}` : '');
  }

  #headers(): Record<string, string> {
    const { key, tenant, requestId } = this.#options;
    return headersOf({
      Authorization: key ? `Bearer ${key}` : undefined,
      'X-Refrain-Tenant': tenant,
      'X-Request-Id': requestId,
      // Browsers have a user agent of their own.
      'User-Agent': 'window' in globalThis ? undefined : `refrain-client-typescript/${VERSION}`,
    });
  }
}

/** Returns the error of a request without a response. */
function unanswered(cause: unknown): RefrainError {
  const inner = (cause as { cause?: { code?: string; message?: string; errors?: { code?: string }[] } }).cause;
  const code = inner?.code ?? inner?.errors?.[0]?.code;
  const reason = inner?.message || code || String(cause);
  if (code && UNSENT.has(code)) return new Unreachable(`the server cannot be reached: ${reason}`, { cause });
  return new Unavailable(`the connection ended before the response: ${reason}`, { cause });
}

/** Returns a URL without the slash at its end, to which paths can be added. */
function baseUrl(url: string): string {
  const invalid = (reason: string) =>
    new InvalidRequest(`expected the URL of a server such as https://refrain.example.org, found "${url}": ${reason}`);
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    throw invalid('it must begin with http:// or https://');
  }
  if (!['http:', 'https:'].includes(parsed.protocol)) throw invalid('it must begin with http:// or https://');
  if (parsed.search || parsed.hash || parsed.username) throw invalid('it must have no user, query or fragment');
  return parsed.href.replace(/\/+$/, '');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
