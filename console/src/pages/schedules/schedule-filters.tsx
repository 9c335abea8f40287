// Filters of the list. They are in the URL, so that a filtered list can be shared.
import { SegmentedControl, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { providersQuery, type Stats, statsQuery } from '../../api/insight';
import { STATUSES } from '../../app/search';
import { counted } from '../../format/length';
import classes from '../../ui/filters.module.css';
import { IconSearch } from '../../ui/icons';
import { common } from '../../ui/strings';
import { TypedFilter } from '../../ui/typed-filter';
import { strings } from './strings';

const route = getRouteApi('/shell/schedules');

export function ScheduleFilters() {
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const providers = useQuery(providersQuery).data?.items.map(({ name }) => name) ?? [];
  const stats = useQuery(statsQuery).data;
  const set = (part: Partial<typeof filter>) => void navigate({ search: (before) => ({ ...before, ...part }), replace: true });
  const known = filter.provider && !providers.includes(filter.provider) ? [filter.provider, ...providers] : providers;
  return (
    <search className={classes.filters}>
      <TypedFilter
        label={common.textContains}
        placeholder={common.textContainsPlaceholder}
        icon={<IconSearch />}
        value={filter.text}
        onChange={(text) => set({ text })}
      />
      <TypedFilter label={common.nameStartsWith} placeholder={common.nameStartsWithPlaceholder} value={filter.prefix} onChange={(prefix) => set({ prefix })} />
      <TypedFilter label={common.label} placeholder={common.labelPlaceholder} value={filter.label} onChange={(label) => set({ label })} />
      <Select
        size="xs"
        aria-label={common.provider}
        placeholder={strings.anyProvider}
        clearable
        data={known}
        value={filter.provider ?? null}
        onChange={(provider) => set({ provider: provider ?? undefined })}
      />
      <SegmentedControl
        size="xs"
        aria-label={common.status}
        data={[{ value: '', label: common.all }, ...STATUSES.map((status) => ({ value: status, label: <StatusLabel status={status} stats={stats} /> }))]}
        value={filter.status ?? ''}
        onChange={(value) => set({ status: STATUSES.find((status) => status === value) })}
      />
    </search>
  );
}

/** A status and its number of schedules, if that is known and not zero. */
function StatusLabel({ status, stats }: { status: (typeof STATUSES)[number]; stats: Stats | undefined }) {
  const found = stats?.schedules[status];
  return (
    <>
      {status}
      {found && found.count > 0 && <span className={classes.counted}>{counted(found)}</span>}
    </>
  );
}
