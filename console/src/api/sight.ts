// Which pages of a long list are looked at. An event makes the whole list old; what is read again is what someone sees, so that a list
// of a thousand pages costs no more than one of two.
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';

type Param = string | undefined;
const sights = new Map<string, Set<Param>>();
const readAt = new WeakMap<object, number>();

/** A page that is looked at and is older than this is read again. */
const OLD_MS = 10_000;

/** Says which pages of a list are looked at, until it is told otherwise. */
export function look(queryKey: QueryKey, params: Param[]): () => void {
  const key = JSON.stringify(queryKey);
  const seen = new Set(params);
  sights.set(key, seen);
  return () => {
    if (sights.get(key) === seen) sights.delete(key);
  };
}

/** The page as it was read before, if it was and nobody looks at it. A list that says nothing of what is seen is read whole. */
export function keptUnseen<T extends object>(client: QueryClient, queryKey: QueryKey, param: Param): T | undefined {
  const seen = sights.get(JSON.stringify(queryKey));
  const data = client.getQueryData<InfiniteData<T, Param>>(queryKey);
  const place = data?.pageParams.indexOf(param) ?? -1;
  return seen && !seen.has(param) ? data?.pages[place] : undefined;
}

/** Whether some of these pages should be read again because they came into sight after a while. */
export function isOld(pages: object[], now: number): boolean {
  let old = false;
  for (const page of pages) {
    const at = readAt.get(page);
    if (at !== undefined && now - at <= OLD_MS) continue;
    old ||= at !== undefined;
    readAt.set(page, now);
  }
  return old;
}
