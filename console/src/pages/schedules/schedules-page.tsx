// List of all schedules: filtered by the server, loaded page by page, rendered row by row, with bulk operations.
import { Button } from '@mantine/core';
import { type InfiniteData, useInfiniteQuery, type UseInfiniteQueryResult, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Schedule, type ScheduleList, schedulesQuery } from '../../api/schedules';
import { counted, whole } from '../../format/length';
import { usePermission } from '../../session/use-session';
import { EmptyState } from '../../ui/empty-state';
import { IconPlus } from '../../ui/icons';
import { PageHead } from '../../ui/page-head';
import { Phrase } from '../../ui/phrase';
import { common } from '../../ui/strings';
import { VirtualTable } from '../../ui/virtual-table';
import { PauseDialog } from '../schedule/actions/pause-dialog';
import { ResumeDialog } from '../schedule/actions/resume-dialog';
import { BulkDialog } from './bulk/bulk-dialog';
import type { BulkAction } from './bulk/operation';
import { SelectionBar } from './bulk/selection-bar';
import { ScheduleCells } from './schedule-cells';
import { ScheduleFilters } from './schedule-filters';
import classes from './schedules-page.module.css';
import { SelectBox } from './select-box';
import { strings } from './strings';
import { useSelection } from './use-selection';
import { useVisiblePages } from './use-visible-pages';

const route = getRouteApi('/shell/schedules');

export function SchedulesPage() {
  const filter = route.useSearch();
  const query = useInfiniteQuery(schedulesQuery(filter));
  const selection = useSelection(filter);
  const onVisibleRows = useVisiblePages(filter, query);
  const [toggled, setToggled] = useState<Schedule>();
  const [bulkAction, setBulkAction] = useState<BulkAction>();
  const { why: deniedReason } = usePermission({ role: 'operator' });
  const refresh = useRefresh();
  const read = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const isFiltered = Object.values(filter).some(Boolean);
  const areAllSelected = selection.isAll || (read.length > 0 && selection.count >= read.length);
  const selectLoaded = (
    <SelectBox
      label={strings.selectLoaded}
      isChecked={areAllSelected}
      onChange={() => (areAllSelected ? selection.none() : selection.set(read.map(({ id }) => id)))}
    />
  );
  const create = (
    <Button component={Link} to="/new" leftSection={<IconPlus />} size="sm">
      {common.newSchedule}
    </Button>
  );
  const toggleHandlers = { onDone: () => refresh(setToggled), onClose: () => setToggled(undefined) };
  return (
    <>
      <PageHead title={strings.title} beside={<Total query={query} read={read.length} />} actions={create} />
      <ScheduleFilters />
      <VirtualTable
        label={strings.title}
        query={query}
        columns={[{ name: 'select', head: selectLoaded }, ...strings.columns, { name: 'actions', head: <span className="unseen">{common.actions}</span> }]}
        grid={classes.grid}
        rowKey={(schedule) => schedule.id}
        isChosen={({ id }) => selection.isAll || selection.ids.has(id)}
        onVisibleRows={onVisibleRows}
        renderCells={(schedule) => (
          <ScheduleCells
            schedule={schedule}
            isSelected={selection.isAll || selection.ids.has(schedule.id)}
            onSelect={selection.toggle}
            onToggle={setToggled}
            deniedReason={deniedReason}
          />
        )}
        rowHeight={{ wide: 64, narrow: 128 }}
        empty={isFiltered ? <NoMatch /> : <NoSchedules create={create} />}
      />
      {(selection.isAll || selection.count > 0) && (
        <SelectionBar
          count={selection.count}
          isAll={selection.isAll}
          hasMore={query.hasNextPage || selection.count < read.length}
          onAll={selection.all}
          onNone={selection.none}
          onAction={setBulkAction}
        />
      )}
      {toggled?.status === 'active' && <PauseDialog schedule={toggled} {...toggleHandlers} />}
      {toggled && toggled.status !== 'active' && <ResumeDialog schedule={toggled} {...toggleHandlers} />}
      {bulkAction && (
        <BulkDialog
          action={bulkAction}
          chosen={selection.isAll ? { filter } : { ids: [...selection.ids] }}
          onClose={(hasChanged) => {
            if (hasChanged) selection.none();
            refresh(setBulkAction);
          }}
        />
      )}
    </>
  );
}

/** Closes a dialog and refetches the data it may have changed. */
function useRefresh() {
  const client = useQueryClient();
  return (close: (nothing: undefined) => void) => {
    close(undefined);
    for (const key of ['schedule', 'schedules', 'stats', 'occurrences']) void client.invalidateQueries({ queryKey: [key] });
  };
}

/** The total number of schedules if the server counted them, otherwise the number loaded so far. */
function Total({ query, read }: { query: UseInfiniteQueryResult<InfiniteData<ScheduleList>>; read: number }) {
  const first = query.data?.pages[0];
  if (!first) return null;
  const text =
    typeof first.total === 'number'
      ? counted({ count: first.total, is_cut: first.total_is_exact === false })
      : query.hasNextPage
        ? strings.loadedSoFar(read)
        : whole(read);
  return (
    <span className={`${classes.total} number`} role="status">
      {text}
    </span>
  );
}

function NoMatch() {
  return (
    <EmptyState title={strings.noMatch}>
      <Phrase text={strings.noMatchText} parts={{ clear: <Link to="/schedules">{common.clearFilters}</Link> }} />
    </EmptyState>
  );
}

function NoSchedules({ create }: { create: React.ReactNode }) {
  return (
    <EmptyState title={common.noSchedules} action={create}>
      {common.noSchedulesText}
    </EmptyState>
  );
}
