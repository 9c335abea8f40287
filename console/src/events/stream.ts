// The server's event stream: one connection for the whole page, open only while the page is visible.
import { tenantQuery } from '../api/tenant';
import type { Schemas } from '../api/client';

export type Told = Schemas['Told'];
export type Link = 'open' | 'waiting' | 'closed';
type Hear = (told: Told) => void;
type HearLink = (link: Link) => void;

const KINDS: Told['kind'][] = ['planned', 'finished', 'folded', 'started', 'dispatched', 'ended', 'retried', 'logged', 'alarm'];

/** Delay before reconnecting. A browser does not retry a stream that was rejected. */
const COME_BACK_MS = 5_000;

class Stream {
  #source: EventSource | undefined;
  #comingBack: ReturnType<typeof setTimeout> | undefined;
  #hearers = new Set<Hear>();
  #linkHearers = new Set<HearLink>();
  #gapHearers = new Set<() => void>();
  link: Link = 'closed';

  /**
   * Starts listening. A hidden page closes its stream: browsers limit the connections per server, and all tabs
   * share them.
   */
  start(): () => void {
    const look = () => (document.hidden ? this.#close() : this.#open());
    document.addEventListener('visibilitychange', look);
    look();
    return () => {
      document.removeEventListener('visibilitychange', look);
      this.#close();
    };
  }

  hear(hearer: Hear): () => void {
    this.#hearers.add(hearer);
    return () => this.#hearers.delete(hearer);
  }

  hearLink(hearer: HearLink): () => void {
    this.#linkHearers.add(hearer);
    return () => this.#linkHearers.delete(hearer);
  }

  /** Registers a callback for times when events may have been missed and all data must be read again. */
  hearGap(hearer: () => void): () => void {
    this.#gapHearers.add(hearer);
    return () => this.#gapHearers.delete(hearer);
  }

  #open(): void {
    if (this.#source) return;
    const query = tenantQuery().toString();
    const source = new EventSource(`/v1/events${query && `?${query}`}`);
    this.#source = source;
    this.#say('waiting');
    source.addEventListener('error', () => {
      this.#say('waiting');
      if (source.readyState !== EventSource.CLOSED) return;
      this.#source = undefined;
      this.#comingBack = setTimeout(() => this.#open(), COME_BACK_MS);
    });
    source.addEventListener('open', () => {
      this.#say('open');
      for (const hearer of this.#gapHearers) hearer();
    });
    source.addEventListener('missed', () => {
      for (const hearer of this.#gapHearers) hearer();
    });
    for (const kind of KINDS) {
      source.addEventListener(kind, (event: MessageEvent<string>) => {
        const told = JSON.parse(event.data) as Told;
        for (const hearer of this.#hearers) hearer(told);
      });
    }
  }

  #close(): void {
    clearTimeout(this.#comingBack);
    this.#source?.close();
    this.#source = undefined;
    this.#say('closed');
  }

  #say(link: Link): void {
    if (this.link === link) return;
    this.link = link;
    for (const hearer of this.#linkHearers) hearer(link);
  }
}

export const stream = new Stream();
