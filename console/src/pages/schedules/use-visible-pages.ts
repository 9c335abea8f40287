// Keeps only the visible part of a long list up to date.
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type ScheduleFilter, type ScheduleList, schedulesQuery } from '../../api/schedules';
import { needsRefresh, registerVisible } from '../../api/visible-pages';

type List = UseInfiniteQueryResult<InfiniteData<ScheduleList>>;

/** Returns a callback that receives the visible rows. */
export function useVisiblePages(filter: ScheduleFilter, query: List): (from: number, to: number) => void {
  const [visible, setVisible] = useState({ first: 0, last: 0 });
  const { data, refetch, isFetching } = query;
  const pages = useRef(data?.pages);
  const key = JSON.stringify(schedulesQuery(filter).queryKey);
  useEffect(() => {
    pages.current = data?.pages;
    if (!data) return undefined;
    return registerVisible(JSON.parse(key), data.pageParams.slice(visible.first, visible.last + 1) as (string | undefined)[]);
  }, [key, data, visible]);
  useEffect(() => {
    // Pages that are not visible are not read again; a page that becomes visible after some time is.
    if (data && !isFetching && needsRefresh(data.pages.slice(visible.first, visible.last + 1), Date.now())) void refetch();
  }, [data, isFetching, refetch, visible]);
  // Scrolling by a row does not render the component again; scrolling to another page does.
  return useCallback((from: number, to: number) => {
    const next = pagesBetween(pages.current ?? [], from, to);
    setVisible((before) => (before.first === next.first && before.last === next.last ? before : next));
  }, []);
}

/** Returns the pages that contain a range of rows. */
export function pagesBetween(pages: { items: unknown[] }[], from: number, to: number): { first: number; last: number } {
  let first = 0;
  let last = 0;
  let start = 0;
  for (const [index, { items }] of pages.entries()) {
    if (start <= from) first = index;
    if (start <= to) last = index;
    start += items.length;
  }
  return { first, last };
}
