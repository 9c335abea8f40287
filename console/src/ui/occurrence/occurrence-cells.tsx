// Cells of one occurrence.
import type { Occurrence } from '../../api/ledger';
import { durationBetween } from '../../format/length';
import { trigger } from '../../format/words';
import { RelativeTime, ZonedTime } from '../instant';
import { ReasonText } from '../reason-text';
import { StatusBadge } from '../status-badge';
import { occurrenceStrings } from '../strings';
import classes from './occurrence-table.module.css';

interface OccurrenceCellsProps {
  row: Occurrence;
  zone: string | undefined;
  onOpen: () => void;
}

export function OccurrenceCells({ row, zone, onOpen }: OccurrenceCellsProps) {
  return (
    <>
      <div role="cell" className={classes.name}>
        <button type="button" onClick={onOpen} aria-label={occurrenceStrings.open(row.id, row.schedule, row.period_key)}>
          {zone ? row.period_key : row.schedule}
        </button>
        {row.trigger !== 'schedule' && <small>{trigger(row.trigger)}</small>}
      </div>
      <div role="cell" className={classes.due}>
        <ZonedTime at={row.due_at} zone={zone} />
      </div>
      <div role="cell">
        <StatusBadge state={row.state} />
      </div>
      <div role="cell" className={classes.why}>
        {row.reason || row.message ? (
          <ReasonText code={row.reason} message={row.message} />
        ) : row.state === 'planned' ? (
          <RelativeTime at={row.due_at} zone={zone} />
        ) : null}
      </div>
      <div role="cell" className="number">
        {row.attempt || '–'}
      </div>
      <div role="cell" className={`${classes.took} number`}>
        {durationBetween(row.started_at, row.ended_at) ?? '–'}
      </div>
    </>
  );
}
