// The server's event stream: one connection for the whole page, open only while the page is visible.
import { tenantQuery } from '../api/tenant';
import type { Schemas } from '../api/client';

export type ServerEvent = Schemas['Event'];
export type ConnectionState = 'open' | 'waiting' | 'closed';
type EventCallback = (serverEvent: ServerEvent) => void;
type StateCallback = (state: ConnectionState) => void;

const KINDS: ServerEvent['kind'][] = ['planned', 'finished', 'gap', 'started', 'dispatched', 'completed', 'retried', 'logged', 'alarm'];

/** Delay before reconnecting. A browser does not retry a stream that was rejected. */
const RECONNECT_MS = 5_000;

class Stream {
  #source: EventSource | undefined;
  #reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  #callbacks = new Set<EventCallback>();
  #stateCallbacks = new Set<StateCallback>();
  #gapCallbacks = new Set<() => void>();
  state: ConnectionState = 'closed';

  /**
   * Starts listening. A hidden page closes its stream: browsers limit the connections per server, and all tabs
   * share them.
   */
  start(): () => void {
    const update = () => (document.hidden ? this.#close() : this.#open());
    document.addEventListener('visibilitychange', update);
    update();
    return () => {
      document.removeEventListener('visibilitychange', update);
      this.#close();
    };
  }

  listen(callback: EventCallback): () => void {
    this.#callbacks.add(callback);
    return () => this.#callbacks.delete(callback);
  }

  listenForState(callback: StateCallback): () => void {
    this.#stateCallbacks.add(callback);
    return () => this.#stateCallbacks.delete(callback);
  }

  /** Registers a callback for times when events may have been missed and all data must be read again. */
  listenForGap(callback: () => void): () => void {
    this.#gapCallbacks.add(callback);
    return () => this.#gapCallbacks.delete(callback);
  }

  #open(): void {
    if (this.#source) return;
    const query = tenantQuery().toString();
    const source = new EventSource(`/v1/events${query && `?${query}`}`);
    this.#source = source;
    this.#setState('waiting');
    source.addEventListener('error', () => {
      this.#setState('waiting');
      if (source.readyState !== EventSource.CLOSED) return;
      this.#source = undefined;
      this.#reconnectTimer = setTimeout(() => this.#open(), RECONNECT_MS);
    });
    source.addEventListener('open', () => {
      this.#setState('open');
      for (const callback of this.#gapCallbacks) callback();
    });
    source.addEventListener('missed', () => {
      for (const callback of this.#gapCallbacks) callback();
    });
    for (const kind of KINDS) {
      source.addEventListener(kind, (event: MessageEvent<string>) => {
        const serverEvent = JSON.parse(event.data) as ServerEvent;
        for (const callback of this.#callbacks) callback(serverEvent);
      });
    }
  }

  #close(): void {
    clearTimeout(this.#reconnectTimer);
    this.#source?.close();
    this.#source = undefined;
    this.#setState('closed');
  }

  #setState(state: ConnectionState): void {
    if (this.state === state) return;
    this.state = state;
    for (const callback of this.#stateCallbacks) callback(state);
  }
}

export const stream = new Stream();
