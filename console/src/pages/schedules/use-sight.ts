// Keeps fresh what is seen of a long list, and nothing else.
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { type ScheduleFilter, type ScheduleList, schedulesQuery } from '../../api/schedules';
import { isOld, look } from '../../api/sight';

type List = UseInfiniteQueryResult<InfiniteData<ScheduleList>>;

/** Hears which rows are seen. */
export function useSight(filter: ScheduleFilter, query: List): (from: number, to: number) => void {
  const [{ from, to }, see] = useState({ from: 0, to: 0 });
  const { data, refetch, isFetching } = query;
  const seen = data ? pagesBetween(data.pages, from, to) : { first: 0, last: 0 };
  const key = JSON.stringify(schedulesQuery(filter).queryKey);
  useEffect(() => {
    if (!data) return undefined;
    return look(JSON.parse(key), data.pageParams.slice(seen.first, seen.last + 1) as (string | undefined)[]);
  }, [key, data, seen.first, seen.last]);
  useEffect(() => {
    // Unseen pages are not read again; one that comes into sight after a while is.
    if (data && !isFetching && isOld(data.pages.slice(seen.first, seen.last + 1), Date.now())) void refetch();
  }, [data, isFetching, refetch, seen.first, seen.last]);
  return useCallback((first: number, last: number) => see({ from: first, to: last }), []);
}

/** Which pages hold the rows of a range. */
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
