// Events for components: what is shown is read again when an event says that it is old.
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { type Link, stream, type Told } from './stream';
import { staleAfter } from './stale';
import { Gatherer } from './throttle';

/** A busy server tells hundreds of events a second; each family of answers is read again no more often than this. */
const READ_AGAIN_MS = 2_000;

/** Keeps every answer on the page fresh. Once, at the root. */
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

/** Calls with each event while the component is there. */
export function useEvents(hear: (told: Told) => void): void {
  const onEvent = useEffectEvent(hear);
  useEffect(() => stream.hear(onEvent), []);
}

/** Whether events come in. */
export function useLink(): Link {
  return useSyncExternalStore(
    (changed) => stream.hearLink(changed),
    () => stream.link,
  );
}
