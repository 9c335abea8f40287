import type { Request } from './endpoint.js';

/**
 * The items of a list. Iterate to get them all: each page is requested when it is needed. Await it to get the first page.
 *
 * ```ts
 * for await (const schedule of refrain.listSchedules({ label: 'team:billing' })) console.log(schedule.id);
 * const { items, next_cursor } = await refrain.listSchedules({ limit: 10 });
 * ```
 */
export class Listing<P, T> implements AsyncIterable<T>, PromiseLike<P> {
  readonly #items: string;
  readonly #request: Request;
  readonly #fetch: (request: Request) => Promise<P>;

  constructor(items: string, request: Request, fetch: (request: Request) => Promise<P>) {
    this.#items = items;
    this.#request = request;
    this.#fetch = fetch;
  }

  /** Requests the first page only, with its cursor and what else it contains. */
  page(): Promise<P> {
    return this.#fetch(this.#request);
  }

  /** Iterates over the pages. */
  async *pages(): AsyncGenerator<P, void, undefined> {
    let request: Request | undefined = this.#request;
    while (request) {
      const page: P = await this.#fetch(request);
      const cursor: unknown = (page as Record<string, unknown>)['next_cursor'];
      request = cursor ? { ...request, query: { ...request.query, cursor: String(cursor) } } : undefined;
      yield page;
    }
  }

  /** Returns all items. */
  async all(): Promise<T[]> {
    const items: T[] = [];
    for await (const item of this) items.push(item);
    return items;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const page of this.pages()) yield* (page as Record<string, T[]>)[this.#items] ?? [];
  }

  then<A = P, B = never>(
    resolve?: ((page: P) => A | PromiseLike<A>) | null,
    reject?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.page().then(resolve, reject);
  }
}
