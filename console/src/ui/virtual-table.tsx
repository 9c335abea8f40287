// A table of any length: only visible rows are in the document. The page provides the CSS grid of the columns.
import { useMediaQuery } from '@mantine/hooks';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { asProblem } from '../api/problem';
import { ErrorPanel } from './error-panel';
import { usePageRows } from './page-rows';
import { common } from './strings';
import classes from './virtual-table.module.css';

/** A column whose header is more than a text. */
export interface Column {
  name: string;
  head: ReactNode;
}

interface VirtualTableProps<T> {
  label: string;
  query: UseInfiniteQueryResult<InfiniteData<{ items: T[] }>>;
  columns: readonly (string | Column)[];
  /** Class that defines the column widths. */
  grid: string | undefined;
  rowKey: (row: T) => string | number;
  renderCells: (row: T) => ReactNode;
  /** Content shown when there are no rows. */
  empty: ReactNode;
  rowHeight: { wide: number; narrow: number };
  isChosen?: (row: T) => boolean;
  /** Called with the range of rows in the document whenever it changes. */
  onVisibleRows?: (from: number, to: number) => void;
}

export function VirtualTable<T>(props: VirtualTableProps<T>) {
  const { label, query, columns, grid, rowKey, renderCells, empty, rowHeight, isChosen, onVisibleRows } = props;
  const isNarrow = useMediaQuery('(max-width: 760px)') ?? false;
  const height = isNarrow ? rowHeight.narrow : rowHeight.wide;
  const { rows, listRef, seen, height: whole, offset } = usePageRows(query, height, onVisibleRows);
  if (query.error && rows.length === 0) return <ErrorPanel problem={asProblem(query.error)} />;
  if (query.isPending || (rows.length === 0 && query.hasNextPage)) return <LoadingRows />;
  if (rows.length === 0) return <div className={classes.table}>{empty}</div>;
  return (
    <div className={classes.table} role="table" aria-label={label} aria-rowcount={query.hasNextPage ? -1 : rows.length + 1}>
      <div role="rowgroup">
        <div className={`${classes.head} ${grid}`} role="row" aria-rowindex={1}>
          {columns.map((column) => (
            <span role="columnheader" key={typeof column === 'string' ? column : column.name}>
              {typeof column === 'string' ? column : column.head}
            </span>
          ))}
        </div>
      </div>
      <div role="rowgroup" ref={listRef} className={classes.rows} style={{ height: whole }}>
        {seen.map((item) => {
          const row = rows[item.index];
          if (!row) return null;
          return (
            <div
              key={rowKey(row)}
              role="row"
              aria-rowindex={item.index + 2}
              className={`${classes.row} ${grid}`}
              data-chosen={isChosen?.(row) || undefined}
              style={{ height, transform: `translateY(${item.start - offset}px)` }}
            >
              {renderCells(row)}
            </div>
          );
        })}
      </div>
      {query.isFetchingNextPage && <p className={classes.more}>{common.loadingMore}</p>}
    </div>
  );
}

function LoadingRows() {
  return (
    <div className={classes.table} aria-busy="true" aria-label={common.loading}>
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index} className={classes.ghost} />
      ))}
    </div>
  );
}
