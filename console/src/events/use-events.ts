// Event hooks for components: queries are refetched when an event invalidates them.
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { type Link, stream, type Told } from './stream';
import { staleAfter } from './stale';
import { Gatherer } from './throttle';

/** Minimum time between two refetches of a query family. A busy server sends hundreds of events per second. */
const READ_AGAIN_MS = 2_000;

/** Keeps all queries on the page up to date. Used once, at the root. */
export function useFreshness(): void {
  const client = useQueryClient();
  useEffect(() => {
    const old = new Gatherer<QueryKey>(READ_AGAIN_MS, (keys) => {
      for (const queryKey of keys) void client.invalidateQueries({ queryKey });
    });
    const stops = [
      stream.hear((told) => {
        for (const key of staleAfter(told)) old.add(JSON.stringify(key), key);
      }),
      stream.hearGap(() => old.add('all', [])),
      stream.start(),
    ];
    return () => {
      for (const stop of stops) stop();
      old.stop();
    };
  }, [client]);
}

/** Calls the function with each event while the component is mounted. */
export function useEvents(hear: (told: Told) => void): void {
  const onEvent = useEffectEvent(hear);
  useEffect(() => stream.hear(onEvent), []);
}

/** Returns the state of the event stream. */
export function useLink(): Link {
  return useSyncExternalStore(
    (changed) => stream.hearLink(changed),
    () => stream.link,
  );
}
