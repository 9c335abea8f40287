// The server's events as they come: one stream for the whole page, open only while the page is looked at.
import { tenantQuery } from '../api/tenant';
import type { Schemas } from '../api/client';

export type Told = Schemas['Told'];
export type Link = 'open' | 'waiting' | 'closed';
type Hear = (told: Told) => void;
type HearLink = (link: Link) => void;

const KINDS: Told['kind'][] = ['planned', 'finished', 'folded', 'started', 'dispatched', 'ended', 'retried', 'logged', 'alarm'];

/** A browser gives a stream up for good when it is refused; then we come back after so long. */
const COME_BACK_MS = 5_000;

class Stream {
  #source: EventSource | undefined;
  #comingBack: ReturnType<typeof setTimeout> | undefined;
  #hearers = new Set<Hear>();
  #linkHearers = new Set<HearLink>();
  #gapHearers = new Set<() => void>();
  link: Link = 'closed';

  /** Begins to listen. A hidden page closes its stream: browsers allow a server few connections, shared by all its tabs. */
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

  /** Calls when events may have been missed, and everything should be read again. */
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
