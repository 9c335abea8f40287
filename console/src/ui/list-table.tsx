// A table for short lists: all rows are in the document, with variable height. The page provides the CSS grid of
// the columns.
import { type ReactNode, useEffect } from 'react';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { asProblem } from '../api/problem';
import { ErrorPanel } from './error-panel';
import classes from './list-table.module.css';
import { common } from './strings';

interface ListTableProps<T> {
  label: string;
  query: UseInfiniteQueryResult<InfiniteData<{ items: T[] }>>;
  columns: readonly string[];
  /** Class that defines the column widths. */
  grid: string | undefined;
  /** Sort order. Default: the order of the server. */
  compare?: (one: T, other: T) => number;
  rowKey: (row: T) => string | number;
  renderCells: (row: T) => ReactNode;
  empty: ReactNode;
}

export function ListTable<T>({ label, query, columns, grid, compare, rowKey, renderCells, empty }: ListTableProps<T>) {
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const read = data?.pages.flatMap((page) => page.items) ?? [];
  const rows = compare ? read.toSorted(compare) : read;
  if (error && rows.length === 0) return <ErrorPanel problem={asProblem(error)} />;
  if (isPending) return <div className={classes.waiting} aria-busy="true" aria-label={common.loading} />;
  if (rows.length === 0) return <div className={classes.table}>{empty}</div>;
  return (
    <div className={classes.table} role="table" aria-label={label}>
      <div role="rowgroup">
        <div className={`${classes.head} ${grid}`} role="row">
          {columns.map((column) => (
            <span role="columnheader" key={column}>
              {column || <span className="unseen">{common.actions}</span>}
            </span>
          ))}
        </div>
      </div>
      <div role="rowgroup">
        {rows.map((row) => (
          <div key={rowKey(row)} role="row" className={`${classes.row} ${grid}`}>
            {renderCells(row)}
          </div>
        ))}
      </div>
    </div>
  );
}
