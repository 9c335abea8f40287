// Shows a change before the server has confirmed it, everywhere the schedule is shown, and takes it back when it is refused.
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Schedule, ScheduleList } from './schedules';

type List = InfiniteData<ScheduleList>;

/** Changes what is shown of a schedule at once. The answer takes the change back. */
export async function showAs(client: QueryClient, id: string, part: Partial<Schedule>): Promise<() => void> {
  // An answer that is on its way was written before the change, and would undo it on the page.
  await Promise.all([client.cancelQueries({ queryKey: ['schedules'] }), client.cancelQueries({ queryKey: ['schedule', id], exact: true })]);
  const one = client.getQueryData<Schedule>(['schedule', id]);
  const lists = client.getQueriesData<List>({ queryKey: ['schedules'], predicate: ({ state }) => isList(state.data) });
  if (one) client.setQueryData(['schedule', id], { ...one, ...part });
  for (const [key, list] of lists) {
    if (list) client.setQueryData(key, changed(list, id, part));
  }
  return () => {
    if (one) client.setQueryData(['schedule', id], one);
    for (const [key, list] of lists) client.setQueryData(key, list);
  };
}

function isList(data: unknown): data is List {
  return typeof data === 'object' && data !== null && 'pages' in data;
}

/** Only the page with the schedule is made anew, so that other rows are not drawn again. */
function changed(list: List, id: string, part: Partial<Schedule>): List {
  const pages = list.pages.map((page) => {
    if (!page.items.some((item) => item.id === id)) return page;
    return { ...page, items: page.items.map((item) => (item.id === id ? { ...item, ...part } : item)) };
  });
  return { ...list, pages };
}

/** How a schedule looks once it rests. */
export function paused(by: string, note: string | null, until: string | null): Partial<Schedule> {
  return { status: 'paused', next_at: null, status_note: { by, text: note, until } };
}

/** How it looks once it goes on; when it fires next is the server's to say. */
export function resumed(by: string, note: string | null): Partial<Schedule> {
  return { status: 'active', status_note: { by, text: note, until: null } };
}
