// The ledger of all schedules: every occurrence with the reason for its result.
import { Select } from '@mantine/core';
import { DateTimePicker } from '@mantine/dates';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { occurrencesQuery } from '../../api/ledger';
import { STATES } from '../../app/search';
import { ownZone } from '../../format/instant';
import { fromWallClock, toWallClock } from '../../format/wall-clock';
import { reason, REASON_CODES } from '../../format/words';
import { EmptyState } from '../../ui/empty-state';
import classes from '../../ui/filters.module.css';
import { IconSearch } from '../../ui/icons';
import { OccurrenceTable } from '../../ui/occurrence/occurrence-table';
import { PageHead } from '../../ui/page-head';
import { common } from '../../ui/strings';
import { TypedFilter } from '../../ui/typed-filter';
import { strings } from './strings';

const route = getRouteApi('/shell/ledger');
const REASONS = REASON_CODES.map((value) => ({ value, label: reason(value) }));

/** The picker's text is a local time in the user's zone. */
const instant = (value: string | null) => (value ? fromWallClock(value, ownZone()) : undefined);

export function LedgerPage() {
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const set = (part: Partial<typeof filter>) => void navigate({ search: (before) => ({ ...before, ...part }), replace: true });
  const query = useInfiniteQuery(occurrencesQuery(filter));
  return (
    <>
      <PageHead title={strings.title} lead={strings.lead(ownZone())} />
      <search className={classes.filters}>
        <TypedFilter
          label={common.schedule}
          placeholder={strings.schedulePlaceholder}
          icon={<IconSearch />}
          value={filter.schedule}
          onChange={(schedule) => set({ schedule })}
        />
        <Select
          size="xs"
          aria-label={common.state}
          placeholder={strings.anyState}
          clearable
          data={[...STATES]}
          value={filter.state ?? null}
          onChange={(value) => set({ state: STATES.find((state) => state === value) })}
        />
        <Select
          size="xs"
          aria-label={strings.reason}
          placeholder={strings.anyReason}
          clearable
          searchable
          data={REASONS}
          value={filter.reason ?? null}
          onChange={(value) => set({ reason: value ?? undefined })}
        />
        <DateTimePicker
          size="xs"
          aria-label={common.from}
          placeholder={common.from}
          clearable
          value={filter.from ? toWallClock(filter.from, ownZone()) : null}
          onChange={(value) => set({ from: instant(value) })}
        />
        <DateTimePicker
          size="xs"
          aria-label={common.until}
          placeholder={common.until}
          clearable
          value={filter.until ? toWallClock(filter.until, ownZone()) : null}
          onChange={(value) => set({ until: instant(value) })}
        />
      </search>
      <OccurrenceTable query={query} empty={<EmptyState title={strings.empty}>{strings.emptyText}</EmptyState>} />
    </>
  );
}
