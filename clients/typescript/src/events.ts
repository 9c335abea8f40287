import type { Request } from './endpoint.js';
import { RateLimited, Unavailable, UnreadableResponse } from './errors.js';
import type { Event } from './generated/types/insight.js';
import { sleep } from './retries.js';

/** Waits before a reconnection: until the server names another one, and at most. */
const RECONNECT_MS = 2_000;
const RECONNECT_MS_MAX = 30_000;
/** Time without a byte after which a connection counts as lost. The server sends a comment every 15 seconds. */
const SILENCE_MS = 45_000;
/** Maximum length of a message that is not complete yet. The server's messages are far shorter. */
const PENDING_MAX = 4 << 20;

/** What a stream of events contains. */
export type StreamItem =
  /** An event. */
  | { type: 'event'; event: Event }
  /** The stream is connected to this node, for the first time or again. */
  | { type: 'open'; node: string }
  /** Events are lost: at most `count`, if that is known. Read the ledger to learn what happened. */
  | { type: 'missed'; count: number | undefined }
  /** A message of a newer server. */
  | { type: 'other'; name: string; data: string };

interface Message {
  name: string;
  data?: string;
  id?: string;
  retryMs?: number;
}

/** Splits the text of an event stream into messages, however the network cut it. */
export class Parser {
  #pending = '';
  #message: Message = { name: '' };

  /** Adds text, and returns the messages that are complete now. */
  push(text: string): Message[] {
    const lines = (this.#pending + text).split('\n');
    this.#pending = lines.pop() ?? '';
    if (this.#pending.length > PENDING_MAX) this.#pending = '';
    return lines.map((line) => this.#line(line.replace(/\r$/, ''))).filter((message) => message !== undefined);
  }

  #line(line: string): Message | undefined {
    if (!line) {
      const message = this.#message;
      this.#message = { name: '' };
      return message.data === undefined ? undefined : message;
    }
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    const message = this.#message;
    if (name === 'event') message.name = value;
    else if (name === 'id') message.id = value;
    else if (name === 'retry' && /^\d+$/.test(value)) message.retryMs = Number(value);
    else if (name === 'data') message.data = message.data === undefined ? value : `${message.data}\n${value}`;
    return undefined;
  }
}

/**
 * A stream of events.
 *
 * When the connection is lost, the stream connects again and continues after the last event, as far as the server still
 * has what came since: otherwise, an item of the type `missed` comes first. The stream throws if the server refuses it,
 * for example because the key was revoked.
 *
 * ```ts
 * for await (const item of refrain.streamEvents({ schedule: 'digest' })) {
 *   if (item.type === 'event') console.log(item.event.kind);
 * }
 * ```
 */
export class EventStream implements AsyncIterableIterator<StreamItem> {
  readonly #open: (request: Request) => Promise<Response>;
  readonly #items: AsyncGenerator<StreamItem, void, undefined>;
  readonly #closing = new AbortController();
  readonly #first: StreamItem[] = [];
  #request: Request;
  #failures = 0;
  #reconnectMs = RECONNECT_MS;

  constructor(request: Request, open: (request: Request) => Promise<Response>) {
    this.#request = { ...request, signal: this.#closing.signal };
    this.#open = open;
    this.#items = this.#receive();
    const { signal } = request;
    const close = () => this.#closing.abort(signal?.reason);
    if (signal?.aborted) close();
    else signal?.addEventListener('abort', close, { once: true, signal: this.#closing.signal });
  }

  /** Connects. All events from now on are in the stream. */
  async connect(): Promise<this> {
    const { value } = await this.#items.next();
    if (value) this.#first.push(value);
    return this;
  }

  async next(): Promise<IteratorResult<StreamItem, undefined>> {
    const first = this.#first.shift();
    if (first) return { done: false, value: first };
    const { done, value } = await this.#items.next();
    return done ? { done: true, value: undefined } : { done: false, value };
  }

  /** Ends the stream. */
  async return(): Promise<IteratorResult<StreamItem, undefined>> {
    this.#closing.abort();
    // A generator that waits ends with the error of the abort, which says nothing new.
    await this.#items.return().catch(() => undefined);
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async *#receive(): AsyncGenerator<StreamItem, void, undefined> {
    let hasConnected = false;
    const { signal } = this.#closing;
    for (;;) {
      try {
        const response = await this.#open(this.#request);
        hasConnected = true;
        for await (const message of messages(response)) yield this.#item(message);
      } catch (error) {
        if (signal.aborted) return;
        if (!hasConnected || !(error instanceof Unavailable || error instanceof RateLimited)) throw error;
        this.#failures = Math.min(this.#failures + 1, 16);
      }
      const wait = Math.min(this.#reconnectMs * 2 ** this.#failures, RECONNECT_MS_MAX);
      await sleep(wait * (0.5 + Math.random() / 2), signal).catch(() => undefined);
      if (signal.aborted) return;
    }
  }

  /** Returns the content of a message, and remembers where the stream is. */
  #item({ name, data = '', id, retryMs }: Message): StreamItem {
    this.#failures = 0;
    if (retryMs !== undefined) this.#reconnectMs = retryMs;
    if (id !== undefined)
      this.#request = { ...this.#request, headers: { ...this.#request.headers, 'Last-Event-ID': id } };
    let value: unknown;
    try {
      value = JSON.parse(data);
    } catch (cause) {
      throw new UnreadableResponse(`event ${name}: ${cause}`, { status: 200, cause });
    }
    const fields = (value ?? {}) as { node?: unknown; count?: unknown; kind?: unknown; at?: unknown };
    if (name === 'open') return { type: 'open', node: String(fields.node) };
    if (name === 'missed')
      return { type: 'missed', count: typeof fields.count === 'number' ? fields.count : undefined };
    const isEvent = typeof fields.kind === 'string' && typeof fields.at === 'string';
    return isEvent ? { type: 'event', event: value as Event } : { type: 'other', name, data };
  }
}

/** Yields the messages of a response until it ends, breaks or goes silent. */
async function* messages(response: Response): AsyncGenerator<Message, void, undefined> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) return;
  const parser = new Parser();
  try {
    for (;;) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const silence = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Unavailable('the server sent nothing for too long')), SILENCE_MS);
      });
      const read = reader.read().catch((cause: unknown) => {
        throw new Unavailable('the stream ended early', { cause });
      });
      const { done, value } = await Promise.race([read, silence]).finally(() => clearTimeout(timer));
      if (done) return;
      yield* parser.push(value);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
