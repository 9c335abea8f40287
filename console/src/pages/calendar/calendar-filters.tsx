// Filters of the calendar and its time zone, all stored in the URL.
import { Select } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { CALENDAR_STATES } from '../../app/search';
import { ownZone } from '../../format/instant';
import { zoneNames } from '../../format/zones';
import classes from '../../ui/filters.module.css';
import { IconSearch } from '../../ui/icons';
import { TypedFilter } from '../../ui/typed-filter';
import own from './calendar-page.module.css';
import { FeedsButton } from './feeds-button';

const route = getRouteApi('/shell/calendar');
const STATES = CALENDAR_STATES.map((value) => ({ value, label: value === 'upcoming' ? 'only what is to come' : `only ${value}` }));

/** Returns the user's zone and UTC first, then all others. */
function zones(chosen: string) {
  const mine = ownZone();
  const first = [...new Set([mine, 'UTC'])];
  return [
    { group: 'Usual', items: first.map((value) => ({ value, label: value === mine ? `${mine} (mine)` : value })) },
    { group: 'All', items: zoneNames(chosen).filter((name) => !first.includes(name)) },
  ];
}

export function CalendarFilters() {
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const set = (part: Partial<typeof filter>) => void navigate({ search: (before) => ({ ...before, ...part }), replace: true });
  const zone = filter.zone ?? ownZone();
  return (
    <search className={`${classes.filters} ${own.filters}`}>
      <TypedFilter
        label="Name begins with"
        placeholder="Name begins with…"
        icon={<IconSearch />}
        value={filter.prefix}
        onChange={(prefix) => set({ prefix })}
      />
      <TypedFilter label="Label" placeholder="Label, such as team:billing" value={filter.label} onChange={(label) => set({ label })} />
      <TypedFilter label="Text" placeholder="Name or description holds…" value={filter.text} onChange={(text) => set({ text })} />
      <Select
        size="xs"
        aria-label="Shown"
        placeholder="All that was and will be"
        clearable
        data={STATES}
        value={filter.state ?? null}
        onChange={(value) => set({ state: CALENDAR_STATES.find((state) => state === value) })}
      />
      <Select
        size="xs"
        aria-label="Zone"
        searchable
        allowDeselect={false}
        limit={100}
        data={zones(zone)}
        value={zone}
        onChange={(value) => set({ zone: value === ownZone() ? undefined : (value ?? undefined) })}
      />
      <FeedsButton prefix={filter.prefix} label={filter.label} />
    </search>
  );
}
