const SECRET_PREFIX = 'whsec_';
const TOLERANCE_SECONDS = 300;
/** Lengths of a secret in bytes. */
const SECRET_BYTES_MIN = 24;
const SECRET_BYTES_MAX = 64;

/** The body of a request, exactly as it was received. */
export type WebhookBody = string | Uint8Array | ArrayBuffer;

/** The headers of a request: of `fetch`, or of `node:http`. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>;

/** A request that is no authentic webhook. Answer it with 400, and do not process it. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

/** A verified webhook. */
export interface Delivery<T = unknown> {
  /** Idempotency key: the same for every attempt. */
  id: string;
  /** Time of the attempt, in seconds since 1970. */
  timestamp: number;
  /** The body as it was sent. */
  body: string;
  /** Payload of the action. Undefined if there is no body, or if it is not JSON. */
  payload: T;
  /** Schedule ID. Undefined, as all fields below, if the action was sent without the envelope. */
  schedule?: string;
  /** Occurrence ID. */
  occurrence?: number;
  /** Number of the attempt, counted from 1. */
  attempt?: number;
  /** Kind of the action. */
  kind?: string;
  /** Time that the recurrence yields. */
  nominalAt?: string;
  /** Metadata of the action. Names that begin with an underscore are set by Refrain and can be trusted. */
  metadata?: Record<string, string>;
  /** The whole envelope: the payload and its context. */
  envelope?: Record<string, unknown>;
}

/** Options of a verification. */
export interface VerifyOptions {
  /** Maximum difference between the timestamp and the clock in seconds. Default: 300. */
  toleranceSeconds?: number;
  /** Returns the current time in milliseconds since 1970. */
  now?: () => number;
}

/**
 * Verifies a webhook by Standard Webhooks, and returns it. Throws a {@link WebhookError} if it is not authentic.
 *
 * ```ts
 * const delivery = await verifyWebhook(await request.text(), request.headers, 'whsec_…');
 * ```
 *
 * @param secrets Signing secret, as `whsec_` and base64, or several of them while one is replaced.
 */
export async function verifyWebhook<T = unknown>(
  body: WebhookBody,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now }: VerifyOptions = {},
): Promise<Delivery<T>> {
  const keys = [secrets].flat().map(decodeSecret);
  const { id, timestamp, signatures } = head(headers);
  if (Math.abs(now() / 1000 - timestamp) > toleranceSeconds) {
    throw new WebhookError(`the timestamp ${timestamp} is not within ${toleranceSeconds} seconds of the clock`);
  }
  const content = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body);
  const start = new TextEncoder().encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(start.length + content.length);
  signed.set(start);
  signed.set(content, start.length);
  const matches: boolean[] = [];
  for (const bytes of keys) {
    const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
    // Web Crypto compares in constant time. Every pair is compared, so that the time says nothing.
    for (const signature of signatures) matches.push(await crypto.subtle.verify('HMAC', key, signature, signed));
  }
  if (!matches.includes(true)) throw new WebhookError('no signature matches the body and a known secret');
  return read<T>(id, timestamp, new TextDecoder().decode(content));
}

/** Whether a delivery is new, is being processed by another request, or was processed. */
export type Progress = 'new' | 'running' | 'completed';

/** Remembers which deliveries were processed. */
export interface WebhookStore {
  /** Returns `new` and notes that the delivery is being processed, unless it is known. */
  begin(id: string): Progress | Promise<Progress>;
  /** Notes that the delivery was processed. */
  complete(id: string): void | Promise<void>;
  /** Forgets a delivery that could not be processed, so that the next attempt can be. */
  release(id: string): void | Promise<void>;
}

/** Remembers deliveries in memory: for one process, until it ends. */
export class MemoryStore implements WebhookStore {
  readonly #known = new Map<string, Progress>();
  readonly #capacity: number;

  constructor(capacity = 100_000) {
    this.#capacity = capacity;
  }

  begin(id: string): Progress {
    const known = this.#known.get(id);
    if (known) return known;
    this.#known.set(id, 'running');
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= this.#capacity) break;
      this.#known.delete(oldest);
    }
    return 'new';
  }

  complete(id: string): void {
    this.#known.set(id, 'completed');
  }

  release(id: string): void {
    this.#known.delete(id);
  }
}

/** Options of a receiver. */
export interface WebhookReceiverOptions extends VerifyOptions {
  /** Signing secret, as `whsec_` and base64, or several of them while one is replaced. */
  secrets: string | readonly string[];
  /** Remembers which deliveries were processed. Default: a {@link MemoryStore}. */
  store?: WebhookStore;
}

/**
 * Receives webhooks: verifies them, and processes each delivery once.
 *
 * ```ts
 * const receiver = new WebhookReceiver({ secrets: 'whsec_…' });
 * const response = await receiver.fetch(request, async (delivery) => console.log(delivery.payload));
 * ```
 */
export class WebhookReceiver {
  readonly #options: WebhookReceiverOptions;
  readonly #store: WebhookStore;

  constructor(options: WebhookReceiverOptions) {
    // A wrong secret is an error of the program, not of a request.
    [options.secrets].flat().forEach(decodeSecret);
    this.#options = options;
    this.#store = options.store ?? new MemoryStore();
  }

  /**
   * Verifies a request and processes its delivery, unless that was done before. Returns the status and the text to
   * answer with. An exception of the handler is thrown again: answer it with 500, and the server repeats the delivery.
   */
  async handle<T = unknown>(
    body: WebhookBody,
    headers: WebhookHeaders,
    handler: (delivery: Delivery<T>) => unknown,
  ): Promise<{ status: number; text: string }> {
    let delivery: Delivery<T>;
    try {
      delivery = await verifyWebhook<T>(body, headers, this.#options.secrets, this.#options);
    } catch (error) {
      if (error instanceof WebhookError) return { status: 400, text: error.message };
      throw error;
    }
    const progress = await this.#store.begin(delivery.id);
    if (progress === 'completed') return { status: 200, text: 'already processed' };
    // The other request may still fail, so the delivery must be repeated.
    if (progress === 'running') return { status: 503, text: 'being processed' };
    try {
      await handler(delivery);
    } catch (error) {
      await this.#store.release(delivery.id);
      throw error;
    }
    await this.#store.complete(delivery.id);
    return { status: 200, text: 'processed' };
  }

  /** Like {@link handle}, for servers with the `Request` and `Response` of `fetch`. */
  async fetch<T = unknown>(request: Request, handler: (delivery: Delivery<T>) => unknown): Promise<Response> {
    const { status, text } = await this.handle(await request.arrayBuffer(), request.headers, handler);
    return new Response(text, { status });
  }
}

/** Returns the key of a secret. */
function decodeSecret(secret: string): Uint8Array<ArrayBuffer> {
  const text = secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret;
  const key = fromBase64(text);
  if (!key) throw new TypeError('expected a secret such as whsec_ and base64');
  if (key.length < SECRET_BYTES_MIN || key.length > SECRET_BYTES_MAX) {
    throw new TypeError(`expected a secret of ${SECRET_BYTES_MIN} to ${SECRET_BYTES_MAX} bytes, found ${key.length}`);
  }
  return key;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** Returns the ID, the timestamp and the signatures of version 1. */
function head(headers: WebhookHeaders): { id: string; timestamp: number; signatures: Uint8Array<ArrayBuffer>[] } {
  const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => {
    const value = headerOf(headers, name);
    if (!value) throw new WebhookError(`the request has no header ${name}`);
    return value;
  }) as [string, string, string];
  if (!/^\d+$/.test(timestamp)) throw new WebhookError(`expected a timestamp in seconds, found "${timestamp}"`);
  const values = signature.split(' ').filter((one) => one.startsWith('v1,'));
  const signatures = values.map((one) => fromBase64(one.slice(3))).filter((one) => one !== undefined);
  return { id, timestamp: Number(timestamp), signatures };
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([other]) => other.toLowerCase() === name)?.[1];
  return Array.isArray(found) ? found.join(' ') : found;
}

/** Returns the delivery with the fields of its envelope, if it has one. */
function read<T>(id: string, timestamp: number, body: string): Delivery<T> {
  let value: unknown;
  try {
    value = body ? JSON.parse(body) : undefined;
  } catch {
    // The receiver finds it in the body.
  }
  const envelope = value as Envelope | null | undefined;
  const isEnvelope =
    typeof envelope === 'object' &&
    envelope !== null &&
    'payload' in envelope &&
    typeof envelope.schedule === 'object' &&
    typeof envelope.occurrence === 'object';
  if (!isEnvelope) return { id, timestamp, body, payload: value as T };
  const { payload, schedule, occurrence, attempt, kind, nominal_at: nominalAt, metadata } = envelope;
  return {
    id,
    timestamp,
    body,
    payload: payload as T,
    schedule: schedule.id,
    occurrence: occurrence.id,
    attempt,
    kind,
    nominalAt,
    metadata,
    envelope: { ...envelope },
  };
}

/** The body of a webhook, unless its action says otherwise. */
interface Envelope {
  payload: unknown;
  schedule: { id: string };
  occurrence: { id: number };
  attempt: number;
  kind: string;
  nominal_at: string;
  metadata: Record<string, string>;
}
