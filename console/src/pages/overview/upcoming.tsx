// What is planned and waits for its time.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Occurrence, occurrencesQuery } from '../../api/ledger';
import { RelativeTime } from '../../ui/instant';
import { Panel } from '../../ui/panel';
import classes from './overview-page.module.css';

const READ = 200;
const SHOWN = 8;

/** The next of each schedule, the earliest first: one that fires every second must not hide all others. */
function firsts(planned: Occurrence[]): Occurrence[] {
  const inOrder = planned.toSorted((a, b) => Date.parse(a.due_at) - Date.parse(b.due_at));
  return [...new Map(inOrder.toReversed().map((row) => [row.schedule, row])).values()].toReversed();
}

export function Upcoming() {
  const { data } = useInfiniteQuery(occurrencesQuery({ state: 'planned' }, READ));
  const rows = firsts(data?.pages[0]?.items ?? []).slice(0, SHOWN);
  return (
    <Panel title="Coming up" flush>
      {rows.length === 0 ? (
        <p className={classes.resting}>Nothing is due in the next moments.</p>
      ) : (
        <ul className={classes.rows}>
          {rows.map((row) => (
            <li key={row.id}>
              <div className={classes.what}>
                <Link to="/schedules/$id" params={{ id: row.schedule }}>
                  {row.schedule}
                </Link>
              </div>
              <span className={classes.quiet}>
                <RelativeTime at={row.due_at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
