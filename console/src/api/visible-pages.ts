// Tracks the visible pages of a long list. An event invalidates the whole list, but only visible pages are read
// again. So a list of a thousand pages costs no more than a list of two.
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';

type Param = string | undefined;
const visibleParams = new Map<string, Set<Param>>();
const readAt = new WeakMap<object, number>();

/** Age in milliseconds after which a page that becomes visible is read again. */
const REFRESH_AFTER_MS = 10_000;

/** Registers the visible pages of a list. Returns a function that removes the registration. */
export function registerVisible(queryKey: QueryKey, params: Param[]): () => void {
  const key = JSON.stringify(queryKey);
  const seen = new Set(params);
  visibleParams.set(key, seen);
  return () => {
    if (visibleParams.get(key) === seen) visibleParams.delete(key);
  };
}

/** Returns the cached page if it exists and is not visible. A list without registered pages is read completely. */
export function cachedIfHidden<T extends object>(client: QueryClient, queryKey: QueryKey, param: Param): T | undefined {
  const seen = visibleParams.get(JSON.stringify(queryKey));
  const data = client.getQueryData<InfiniteData<T, Param>>(queryKey);
  const place = data?.pageParams.indexOf(param) ?? -1;
  return seen && !seen.has(param) ? data?.pages[place] : undefined;
}

/** Whether any of these pages must be read again because it became visible after some time. */
export function needsRefresh(pages: object[], now: number): boolean {
  let old = false;
  for (const page of pages) {
    const at = readAt.get(page);
    if (at !== undefined && now - at <= REFRESH_AFTER_MS) continue;
    old ||= at !== undefined;
    readAt.set(page, now);
  }
  return old;
}
