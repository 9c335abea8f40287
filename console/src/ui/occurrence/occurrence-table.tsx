// Table of occurrences: due time, state and reason. A row opens to show all attempts.
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Occurrence } from '../../api/ledger';
import { occurrenceStrings } from '../strings';
import { VirtualTable } from '../virtual-table';
import { OccurrenceCells } from './occurrence-cells';
import { OccurrenceDrawer } from './occurrence-drawer';
import classes from './occurrence-table.module.css';

interface OccurrenceTableProps {
  query: UseInfiniteQueryResult<InfiniteData<{ items: Occurrence[] }>>;
  /** Zone of the schedule. Absent if the rows belong to several schedules; then each row names its schedule. */
  zone?: string;
  empty: ReactNode;
}

export function OccurrenceTable({ query, zone, empty }: OccurrenceTableProps) {
  const [opened, open] = useState<number>();
  const { period, schedule, due, state, reason, attempts, duration } = occurrenceStrings.columns;
  const columns = [zone ? period : schedule, due, state, reason, attempts, duration];
  return (
    <>
      <VirtualTable
        label={occurrenceStrings.table}
        query={query}
        columns={columns}
        grid={classes.grid}
        rowKey={(row) => row.id}
        renderCells={(row) => <OccurrenceCells row={row} zone={zone} onOpen={() => open(row.id)} />}
        rowHeight={{ wide: 44, narrow: 76 }}
        empty={empty}
      />
      {opened !== undefined && <OccurrenceDrawer id={opened} zone={zone} onClose={() => open(undefined)} />}
    </>
  );
}
