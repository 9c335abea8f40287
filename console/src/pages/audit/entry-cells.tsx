// Cells of one audit entry.
import type { Entry } from '../../api/audit';
import { RelativeTime } from '../../ui/instant';
import classes from './audit-page.module.css';

export function EntryCells({ entry }: { entry: Entry }) {
  return (
    <>
      <div role="cell" className={classes.change}>
        <span className={`${classes.number} number`}>{entry.seq}</span>
        <strong>{entry.action.replaceAll('_', ' ')}</strong>
      </div>
      <div role="cell" className={classes.text} title={entry.object}>
        {entry.object}
      </div>
      <div role="cell" className={classes.text}>
        {entry.actor}
      </div>
      <div role="cell" className={classes.note} dir="auto" title={entry.reason ?? undefined}>
        {entry.reason}
      </div>
      <div role="cell" className={classes.when}>
        <RelativeTime at={entry.at} />
      </div>
    </>
  );
}
