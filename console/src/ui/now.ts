// The browser's clock, for texts such as “in 5m”. One timer serves all of them.
import { useSyncExternalStore } from 'react';

const TICK_MS = 1_000;
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const hearers = new Set<() => void>();

function subscribe(hearer: () => void): () => void {
  hearers.add(hearer);
  // Nobody has kept it while nobody looked.
  if (timer === undefined) now = Date.now();
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of hearers) each();
  }, TICK_MS);
  return () => {
    hearers.delete(hearer);
    if (hearers.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

/** Now, to the second, but changing only as often as a reader needs: the text it makes of now is what is compared. */
export function useNowText(text: (now: number) => string): string {
  return useSyncExternalStore(subscribe, () => text(now));
}
