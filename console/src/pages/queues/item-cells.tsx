// Cells of one work item.
import { Link } from '@tanstack/react-router';
import type { WorkItem } from '../../api/work-items';
import { RelativeTime } from '../../ui/instant';
import { Phrase } from '../../ui/phrase';
import row from '../../ui/row-link.module.css';
import { StatusBadge } from '../../ui/status-badge';
import classes from './queues-page.module.css';
import { strings } from './strings';

export function ItemCells({ item }: { item: WorkItem }) {
  const { id, queue, key, state, created_at, attempt, max_attempts, worker, lease_until, error, result, ended_at } = item;
  return (
    <>
      <div role="cell" className={row.name}>
        <Link from="/queues" to="/queues" search={(before) => ({ ...before, item: id })}>
          {queue} <span className={classes.id}>#{id}</span>
        </Link>
        <small>{key}</small>
      </div>
      <div role="cell">
        <StatusBadge state={state} />
      </div>
      <div role="cell" className={row.above}>
        <RelativeTime at={created_at} />
      </div>
      <div role="cell" className="number">
        <Phrase text={strings.attempts} parts={{ attempt, max: <span className={row.quiet}>{max_attempts}</span> }} />
      </div>
      <div role="cell" className={`${classes.two} ${row.above}`}>
        {state === 'running' ? (
          <>
            <span title={worker ?? undefined}>{worker}</span>
            {lease_until && (
              <small className={row.quiet}>
                <Phrase text={strings.leaseEnds} parts={{ time: <RelativeTime at={lease_until} /> }} />
              </small>
            )}
          </>
        ) : (
          <span className={row.quiet}>–</span>
        )}
      </div>
      <div role="cell" className={classes.result} dir="auto" title={error ?? undefined}>
        {error ? <span className={row.bad}>{error}</span> : result ? <code>{JSON.stringify(result)}</code> : ended_at ? strings.completed : ''}
      </div>
    </>
  );
}
