// Event hooks for components: queries are refetched when an event invalidates them.
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { invalidatedKeys } from './invalidation';
import { type ConnectionState, stream, type ServerEvent } from './stream';
import { BatchThrottle } from './throttle';

/** Minimum time between two refetches of a query family. A busy server sends hundreds of events per second. */
const REFETCH_MS = 2_000;

/** Keeps all queries on the page up to date. Used once, at the root. */
export function useLiveQueries(): void {
  const client = useQueryClient();
  useEffect(() => {
    const old = new BatchThrottle<QueryKey>(REFETCH_MS, (keys) => {
      for (const queryKey of keys) void client.invalidateQueries({ queryKey });
    });
    const stops = [
      stream.listen((serverEvent) => {
        for (const key of invalidatedKeys(serverEvent)) old.add(JSON.stringify(key), key);
      }),
      stream.listenForGap(() => old.add('all', [])),
      stream.start(),
    ];
    return () => {
      for (const stop of stops) stop();
      old.stop();
    };
  }, [client]);
}

/** Calls the function with each event while the component is mounted. */
export function useEvents(listen: (serverEvent: ServerEvent) => void): void {
  const onEvent = useEffectEvent(listen);
  useEffect(() => stream.listen(onEvent), []);
}

/** Returns the state of the event stream. */
export function useConnectionState(): ConnectionState {
  return useSyncExternalStore(
    (changed) => stream.listenForState(changed),
    () => stream.state,
  );
}
