// Filters of the calendar and its time zone, all stored in the URL.
import { Select } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { CALENDAR_STATES } from '../../app/search';
import { ownZone } from '../../format/instant';
import { zoneNames } from '../../format/zones';
import classes from '../../ui/filters.module.css';
import { IconSearch } from '../../ui/icons';
import { common } from '../../ui/strings';
import { TypedFilter } from '../../ui/typed-filter';
import own from './calendar-page.module.css';
import { FeedsButton } from './feeds-button';
import { strings } from './strings';

const route = getRouteApi('/shell/calendar');
const STATES = CALENDAR_STATES.map((value) => ({ value, label: strings.states[value] }));

/** Returns the user's zone and UTC first, then all others. */
function zones(chosen: string) {
  const mine = ownZone();
  const first = [...new Set([mine, 'UTC'])];
  return [
    { group: strings.usualZones, items: first.map((value) => ({ value, label: value === mine ? strings.myZone(mine) : value })) },
    { group: strings.allZones, items: zoneNames(chosen).filter((name) => !first.includes(name)) },
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
        label={common.nameStartsWith}
        placeholder={common.nameStartsWithPlaceholder}
        icon={<IconSearch />}
        value={filter.prefix}
        onChange={(prefix) => set({ prefix })}
      />
      <TypedFilter label={common.label} placeholder={common.labelPlaceholder} value={filter.label} onChange={(label) => set({ label })} />
      <TypedFilter label={common.textContains} placeholder={common.textContainsPlaceholder} value={filter.text} onChange={(text) => set({ text })} />
      <Select
        size="xs"
        aria-label={strings.shown}
        placeholder={strings.allStates}
        clearable
        data={STATES}
        value={filter.state ?? null}
        onChange={(value) => set({ state: CALENDAR_STATES.find((state) => state === value) })}
      />
      <Select
        size="xs"
        aria-label={common.timeZone}
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
