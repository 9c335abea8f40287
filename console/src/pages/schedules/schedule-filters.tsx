// What narrows the list. It all stands in the address, so that a filtered list can be sent to someone.
import { SegmentedControl } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { STATUSES } from '../../app/search';
import classes from '../../ui/filters.module.css';
import { IconSearch } from '../../ui/icons';
import { TypedFilter } from '../../ui/typed-filter';

const route = getRouteApi('/shell/schedules');
const CHOICES = [{ value: '', label: 'all' }, ...STATUSES.map((status) => ({ value: status, label: status }))];

export function ScheduleFilters() {
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const set = (part: Partial<typeof filter>) => void navigate({ search: (before) => ({ ...before, ...part }), replace: true });
  return (
    <search className={classes.filters}>
      <TypedFilter
        label="Name begins with"
        placeholder="Name begins with…"
        icon={<IconSearch />}
        value={filter.prefix}
        onChange={(prefix) => set({ prefix })}
      />
      <TypedFilter label="Label" placeholder="Label, such as team:billing" value={filter.label} onChange={(label) => set({ label })} />
      <SegmentedControl
        size="xs"
        aria-label="Status"
        data={CHOICES}
        value={filter.status ?? ''}
        onChange={(value) => set({ status: STATUSES.find((status) => status === value) })}
      />
    </search>
  );
}
