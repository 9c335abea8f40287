// All schedules: filtered by the server, read page by page, drawn row by row.
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { schedulesQuery } from '../../api/schedules';
import { EmptyState } from '../../ui/empty-state';
import { IconPlus } from '../../ui/icons';
import { PageHead } from '../../ui/page-head';
import { VirtualTable } from '../../ui/virtual-table';
import { ScheduleCells } from './schedule-cells';
import { ScheduleFilters } from './schedule-filters';
import classes from './schedules-page.module.css';

const route = getRouteApi('/shell/schedules');
const COLUMNS = ['Schedule', 'When', 'Status', 'Next', 'Last ended', 'Came of it'];

export function SchedulesPage() {
  const filter = route.useSearch();
  const query = useInfiniteQuery(schedulesQuery(filter));
  const isFiltered = Object.values(filter).some(Boolean);
  const create = (
    <Button component={Link} to="/new" leftSection={<IconPlus />} size="sm">
      New schedule
    </Button>
  );
  return (
    <>
      <PageHead title="Schedules" actions={create} />
      <ScheduleFilters />
      <VirtualTable
        label="Schedules"
        query={query}
        columns={COLUMNS}
        grid={classes.grid}
        rowKey={(schedule) => schedule.id}
        renderCells={(schedule) => <ScheduleCells schedule={schedule} />}
        rowHeight={{ wide: 52, narrow: 92 }}
        empty={
          isFiltered ? (
            <EmptyState title="No schedule matches">
              Names are searched from their beginning. <Link to="/schedules">Show all of them</Link>.
            </EmptyState>
          ) : (
            <EmptyState title="Nothing recurs yet" action={create}>
              A schedule says when something happens and what is sent then. Every occurrence of it is recorded once, and ends with a reason.
            </EmptyState>
          )
        }
      />
    </>
  );
}
