// Rows of all loaded pages as one virtual list. Loads the next page when the end comes near.
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';

interface Page<T> {
  items: T[];
}

/** Distance to the end, in rows, at which the next page is loaded. */
const AHEAD_ROWS = 20;

export function usePageRows<T>(query: UseInfiniteQueryResult<InfiniteData<Page<T>>>, rowHeight: number, onVisibleRows?: (from: number, to: number) => void) {
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
    // A page may have few rows or none and still have a next page: the server scans a limited number of rows per
    // request.
    if (lastSeen >= rows.length - AHEAD_ROWS && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [lastSeen, rows.length, hasNextPage, isFetchingNextPage, fetchNextPage]);
  useEffect(() => onVisibleRows?.(firstSeen, lastSeen), [onVisibleRows, firstSeen, lastSeen]);
  return { rows, listRef, seen, height: virtualizer.getTotalSize(), offset: virtualizer.options.scrollMargin };
}
