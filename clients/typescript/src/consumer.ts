import type { Refrain } from './client.js';
import { Conflict, InvalidRequest, NotFound, RateLimited, RefrainError, Unavailable } from './errors.js';
import type { WorkItem } from './generated/types/ledger.js';
import { sleep } from './retries.js';
import { type Duration, seconds } from './values.js';

/** Maximum length of the error that is stored with a failed work item. */
const ERROR_CHARACTERS_MAX = 2_000;
/** Waits after a request that failed for a moment: the first one, and the maximum. */
const RETRY_MS = 1_000;
const RETRY_MS_MAX = 30_000;
/** Maximum number of attempts to settle a work item, which take about a minute. */
const SETTLE_ATTEMPTS_MAX = 7;
/** A lease is extended after this part of it, so that two extensions may fail before it expires. */
const EXTEND_AFTER = 1 / 3;

/** Thrown by a handler for a work item that no retry can help: the item becomes a dead letter. */
export class Reject extends Error {
  override readonly name = 'Reject';
}

/** The lease of the work item has expired, and another worker may have claimed the item. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** Options of a consumer. */
export interface ConsumerOptions {
  /** Length of a lease, which is extended after a third of it. Default: 30 seconds. */
  lease?: Duration | undefined;
  /** Time that the server waits for work before it answers. A consumer without work stops within it. Default: 5 seconds. */
  wait?: Duration | undefined;
  /** Name of the worker, for people. Default: a random name. */
  worker?: string | undefined;
  /** Stops the consumer when the current items are complete. */
  signal?: AbortSignal | undefined;
  /** Called with errors that do not end the consumer: failed items, lost leases, and a server that is away. */
  onError?: ((error: unknown, item?: Item) => void) | undefined;
}

/** A claimed work item. Its lease is extended until it is settled. */
export class Item<T = unknown> {
  readonly #client: Refrain;
  /** The work item as the server sent it. */
  readonly item: WorkItem;
  #isSettled = false;
  #isLost = false;
  // An extension and a settlement at the same time would make the loser look like a lost lease.
  #last: Promise<unknown> = Promise.resolve();

  constructor(client: Refrain, item: WorkItem) {
    this.#client = client;
    this.item = item;
  }

  /** Work item ID. */
  get id(): number {
    return this.item.id;
  }

  /** Identity of the work item in its queue, the same for every attempt. */
  get key(): string {
    return this.item.key;
  }

  /** Number of this attempt, counted from 1. */
  get attempt(): number {
    return this.item.attempt;
  }

  /** Payload for the worker. */
  get payload(): T {
    const { payload } = this.item;
    return ('payload' in this.envelope ? this.envelope['payload'] : payload) as T;
  }

  /** The payload, and what is known about the occurrence that enqueued the work item. */
  get envelope(): Record<string, unknown> {
    const { payload } = this.item;
    return typeof payload === 'object' && payload !== null ? (payload as Record<string, unknown>) : {};
  }

  /** ID of the schedule that enqueued the work item. Undefined if a program did. */
  get schedule(): string | undefined {
    return this.envelope['schedule_id'] as string | undefined;
  }

  /** Whether the work item was completed or failed. */
  get isSettled(): boolean {
    return this.#isSettled;
  }

  /** Whether the lease is lost: another worker may process the work item now. */
  get isLost(): boolean {
    return this.#isLost;
  }

  get isOpen(): boolean {
    return !this.#isSettled && !this.#isLost;
  }

  /** Completes the work item, and stores a result with it. */
  complete(result?: unknown): Promise<void> {
    return this.#settle(() => this.#client.completeWorkItem(this.id, { fence: this.item.fence, result }));
  }

  /** Fails the work item. It is retried after a backoff, or becomes a dead letter. */
  fail(error: string, { retry = true }: { retry?: boolean } = {}): Promise<void> {
    return this.#settle(() => this.#client.failWorkItem(this.id, { fence: this.item.fence, error, retry }));
  }

  /** Extends the lease from now on. */
  extend(lease: Duration): Promise<void> {
    return this.#afterLast(async () => {
      if (!this.isOpen) return;
      try {
        await this.#client.extendWorkItem(this.id, { fence: this.item.fence, lease });
      } catch (error) {
        this.#isLost = error instanceof Conflict || error instanceof NotFound;
        throw error;
      }
    });
  }

  #settle(send: () => Promise<unknown>): Promise<void> {
    return this.#afterLast(async () => {
      if (this.#isLost) throw new LeaseLost(`the lease of work item ${this.id} is lost`);
      if (this.#isSettled) throw new InvalidRequest(`work item ${this.id} is already completed or failed`);
      try {
        await send();
      } catch (cause) {
        if (!(cause instanceof Conflict || cause instanceof NotFound)) throw cause;
        this.#isLost = true;
        throw new LeaseLost(`the lease of work item ${this.id} is lost`, { cause });
      }
      this.#isSettled = true;
    });
  }

  #afterLast(next: () => Promise<void>): Promise<void> {
    const result = this.#last.then(next);
    this.#last = result.catch(() => undefined);
    return result;
  }
}

/**
 * Claims items of a work queue until it is stopped.
 *
 * ```ts
 * await refrain.consume('emails', { signal }).run((item) => send(item.payload), { concurrency: 8 });
 * ```
 */
export class Consumer<T = unknown> implements AsyncIterable<Item<T>> {
  readonly #client: Refrain;
  readonly #queue: string;
  readonly #options: ConsumerOptions;
  readonly #lease: Duration;
  readonly #worker: string;
  readonly #stopping = new AbortController();

  constructor(client: Refrain, queue: string, options: ConsumerOptions) {
    this.#client = client;
    this.#queue = queue;
    this.#options = options;
    this.#lease = options.lease ?? 30;
    this.#worker = options.worker ?? `worker-${crypto.randomUUID().slice(0, 8)}`;
    if (seconds(this.#lease) < 1)
      throw new InvalidRequest(`expected a lease of at least one second, found ${this.#lease}`);
    const { signal } = options;
    if (signal?.aborted) this.stop();
    else signal?.addEventListener('abort', () => this.stop(), { once: true, signal: this.#stopping.signal });
  }

  /** Stops when the current items are complete. */
  stop(): void {
    this.#stopping.abort();
  }

  /** Whether the consumer claims no more items. */
  get isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  /**
   * Yields items one by one. An item is completed when the next one is needed, and failed if the loop ends with an
   * error or a `break`, unless its block has settled it.
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item<T>, void, undefined> {
    while (!this.isStopping) {
      for (const item of await this.#claim()) {
        const release = this.#hold(item);
        let isDone = false;
        try {
          yield item;
          isDone = true;
        } finally {
          await this.#end(
            item,
            isDone || !item.isOpen ? undefined : new Error('the loop ended before the work item was completed'),
          );
          release();
        }
      }
    }
  }

  /**
   * Calls a function for each item, and stores what it returns. An exception fails the item. The promise is fulfilled
   * after the consumer has stopped and its items are complete.
   */
  async run(handler: (item: Item<T>) => unknown, { concurrency = 1 }: { concurrency?: number } = {}): Promise<void> {
    const running = new Set<Promise<void>>();
    let failure: { error: unknown } | undefined;
    const process = async (item: Item<T>) => {
      const release = this.#hold(item);
      try {
        const outcome = await Promise.resolve()
          .then(() => handler(item))
          .then(
            (result) => ({ result }),
            (error: unknown) => ({ error: error ?? new Error('the handler failed') }),
          );
        await this.#end(
          item,
          'error' in outcome ? outcome.error : undefined,
          'result' in outcome ? outcome.result : undefined,
        );
      } catch (error) {
        // Such as a server that refuses the result: the consumer ends with it.
        failure ??= { error };
        this.stop();
      } finally {
        release();
      }
    };
    try {
      while (!this.isStopping) {
        if (running.size >= concurrency) {
          await Promise.race(running);
          continue;
        }
        for (const item of await this.#claim()) {
          const task: Promise<void> = process(item).finally(() => running.delete(task));
          running.add(task);
        }
      }
    } finally {
      await Promise.all(running);
    }
    if (failure) throw failure.error;
  }

  /** Settles an item, unless its handler did so. */
  async #end(item: Item<T>, error?: unknown, result?: unknown): Promise<void> {
    if (error !== undefined) this.#report(error, item);
    for (let failures = 1; item.isOpen; failures++) {
      try {
        if (error === undefined) await item.complete(result);
        else await item.fail(describe(error), { retry: !(error instanceof Reject) });
      } catch (cause) {
        const isAway = cause instanceof Unavailable || cause instanceof RateLimited;
        if (!isAway && !(cause instanceof LeaseLost)) throw cause;
        this.#report(cause, item);
        // Finally, the item is left to the next worker.
        if (!isAway || failures >= SETTLE_ATTEMPTS_MAX) return;
        await sleep(waitAfter(failures, cause));
      }
    }
  }

  /** Claims an item. Returns none if there is no work. */
  async #claim(): Promise<Item<T>[]> {
    for (let failures = 0; !this.isStopping; failures++) {
      try {
        const claim = { queue: this.#queue, lease: this.#lease, wait: this.#options.wait ?? 5, worker: this.#worker };
        const { items } = await this.#client.claimWorkItems(claim);
        return items.map((item) => new Item<T>(this.#client, item));
      } catch (error) {
        if (!(error instanceof Unavailable || error instanceof RateLimited)) throw error;
        this.#report(error);
        await sleep(waitAfter(failures + 1, error), this.#stopping.signal).catch(() => undefined);
      }
    }
    return [];
  }

  /** Extends the lease of an item until the returned function is called. */
  #hold(item: Item<T>): () => void {
    const extend = () => {
      item.extend(this.#lease).catch((error: unknown) => {
        if (!(error instanceof RefrainError)) throw error;
        this.#report(error, item);
      });
    };
    const timer = setInterval(extend, seconds(this.#lease) * 1000 * EXTEND_AFTER);
    return () => clearInterval(timer);
  }

  #report(error: unknown, item?: Item<T>): void {
    this.#options.onError?.(error, item);
  }
}

function waitAfter(failures: number, error: RefrainError): number {
  return Math.max(Math.min(RETRY_MS * 2 ** (failures - 1), RETRY_MS_MAX), error.retryAfterMs ?? 0);
}

function describe(error: unknown): string {
  return (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, ERROR_CHARACTERS_MAX);
}
