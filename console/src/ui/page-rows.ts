// Rows of all pages that were read, in one list, and the next page when the end of it comes near.
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';

interface Page<T> {
  items: T[];
}

/** So many rows before the end the next page is asked for. */
const AHEAD_ROWS = 20;

export function usePageRows<T>(query: UseInfiniteQueryResult<InfiniteData<Page<T>>>, rowHeight: number, onSight?: (from: number, to: number) => void) {
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data]);
  const listRef = useRef<HTMLDivElement>(null);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin: listRef.current?.offsetTop ?? 0,
  });
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  const seen = virtualizer.getVirtualItems();
  const firstSeen = seen[0]?.index ?? 0;
  const lastSeen = seen.at(-1)?.index ?? 0;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  useEffect(() => {
    // A page may hold few rows or none and have another after it: the server looks only so far at a time.
    if (lastSeen >= rows.length - AHEAD_ROWS && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [lastSeen, rows.length, hasNextPage, isFetchingNextPage, fetchNextPage]);
  useEffect(() => onSight?.(firstSeen, lastSeen), [onSight, firstSeen, lastSeen]);
  return { rows, listRef, seen, height: virtualizer.getTotalSize(), offset: virtualizer.options.scrollMargin };
}
