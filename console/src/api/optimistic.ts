// Optimistic updates: shows a change wherever the schedule is shown before the server confirms it, and reverts it
// if the server rejects it.
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Schedule, ScheduleList } from './schedules';

type List = InfiniteData<ScheduleList>;

/** Applies a change to the cached schedule immediately. Returns a function that reverts the change. */
export async function applyOptimistically(client: QueryClient, id: string, part: Partial<Schedule>): Promise<() => void> {
  // A response in flight was written before the change and would undo it on the page.
  await Promise.all([client.cancelQueries({ queryKey: ['schedules'] }), client.cancelQueries({ queryKey: ['schedule', id], exact: true })]);
  const one = client.getQueryData<Schedule>(['schedule', id]);
  const lists = client.getQueriesData<List>({ queryKey: ['schedules'], predicate: ({ state }) => isList(state.data) });
  if (one) client.setQueryData(['schedule', id], { ...one, ...part });
  for (const [key, list] of lists) {
    if (list) client.setQueryData(key, withChange(list, id, part));
  }
  return () => {
    if (one) client.setQueryData(['schedule', id], one);
    for (const [key, list] of lists) client.setQueryData(key, list);
  };
}

function isList(data: unknown): data is List {
  return typeof data === 'object' && data !== null && 'pages' in data;
}

/** Replaces only the page that contains the schedule, so that other rows are not rendered again. */
function withChange(list: List, id: string, part: Partial<Schedule>): List {
  const pages = list.pages.map((page) => {
    if (!page.items.some((item) => item.id === id)) return page;
    return { ...page, items: page.items.map((item) => (item.id === id ? { ...item, ...part } : item)) };
  });
  return { ...list, pages };
}

/** Fields of a schedule that is now paused. */
export function pausedFields(by: string, note: string | null, until: string | null): Partial<Schedule> {
  return { status: 'paused', next_at: null, status_note: { by, text: note, until } };
}

/** Fields of a schedule that is now active. The server determines the next occurrence. */
export function resumedFields(by: string, note: string | null): Partial<Schedule> {
  return { status: 'active', status_note: { by, text: note, until: null } };
}
