// The browser's clock, for texts such as “in 5m”. All of them share one timer.
import { useSyncExternalStore } from 'react';

const TICK_MS = 1_000;
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Without subscribers, `now` was not updated.
  if (timer === undefined) now = Date.now();
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

/**
 * Returns a text computed from the current time, updated every second. The component renders again only when the
 * text changes.
 */
export function useNowText(text: (now: number) => string): string {
  return useSyncExternalStore(subscribe, () => text(now));
}
