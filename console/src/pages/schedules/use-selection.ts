// Selection of rows: some by ID, or all that match the filter. Changing the filter clears the selection.
import { useCallback, useState } from 'react';
import type { ScheduleFilter } from '../../api/schedules';

interface Selection {
  filter: string;
  ids: ReadonlySet<string>;
  isAll: boolean;
}

export function useSelection(filter: ScheduleFilter) {
  const key = JSON.stringify(filter);
  const none: Selection = { filter: key, ids: new Set(), isAll: false };
  const [selection, setSelection] = useState(none);
  const { ids, isAll } = selection.filter === key ? selection : none;
  const toggle = useCallback(
    (id: string) =>
      setSelection((before) => {
        const next = new Set(before.filter === key && !before.isAll ? before.ids : []);
        if (!next.delete(id)) next.add(id);
        return { filter: key, ids: next, isAll: false };
      }),
    [key],
  );
  const set = (chosen: string[]) => setSelection({ filter: key, ids: new Set(chosen), isAll: false });
  const all = () => setSelection({ filter: key, ids: new Set(), isAll: true });
  return { ids, isAll, count: ids.size, toggle, set, all, none: () => setSelection(none) };
}
