import { build, type Endpoint, type Parts, type Request } from './endpoint.js';
import { UnreadableResponse } from './errors.js';
import { EventStream } from './events.js';
import { Listing } from './listing.js';

/** A successful response, read to its end. */
export interface Received {
  status: number;
  headers: Headers;
  text: string;
}

/** What the generated operations need from a client. */
export abstract class Core {
  /** Sends a request, repeatedly if it fails for a moment. */
  protected abstract send(request: Request): Promise<Received>;

  /** Sends a request once. The response is returned as soon as its head has arrived. */
  protected abstract open(request: Request): Promise<Response>;

  /** @internal */
  protected async call<T>(endpoint: Endpoint, path: readonly (string | number)[], parts: Parts): Promise<T> {
    return read<T>(endpoint, await this.send(build(endpoint, path, parts)));
  }

  /** @internal */
  protected list<P, T>(endpoint: Endpoint, path: readonly (string | number)[], parts: Parts): Listing<P, T> {
    const fetch = async (request: Request) => read<P>(endpoint, await this.send(request));
    return new Listing<P, T>(endpoint.items ?? 'items', build(endpoint, path, parts), fetch);
  }

  /** @internal */
  protected stream(endpoint: Endpoint, path: readonly (string | number)[], parts: Parts): EventStream {
    return new EventStream(build(endpoint, path, parts), (request) => this.open(request));
  }
}

function read<T>(endpoint: Endpoint, { status, headers, text }: Received): T {
  if (endpoint.output === 'none') return undefined as T;
  if (endpoint.output === 'text') return text as T;
  try {
    return JSON.parse(text) as T;
  } catch (cause) {
    const requestId = headers.get('x-request-id') ?? undefined;
    throw new UnreadableResponse(`${endpoint.id}: the response cannot be read: ${cause}`, { status, requestId, cause });
  }
}
