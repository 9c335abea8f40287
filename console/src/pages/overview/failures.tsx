// What failed lately and wants someone to look.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { occurrencesQuery } from '../../api/ledger';
import { RelativeTime } from '../../ui/instant';
import { Panel } from '../../ui/panel';
import { ReasonText } from '../../ui/reason-text';
import classes from './overview-page.module.css';

const SHOWN = 6;

export function Failures() {
  const { data } = useInfiniteQuery(occurrencesQuery({ state: 'failed' }, SHOWN));
  const rows = data?.pages[0]?.items ?? [];
  return (
    <Panel
      title="Failed lately"
      beside={
        rows.length > 0 && (
          <Link to="/dead-letters" className={classes.quiet}>
            Dead letters
          </Link>
        )
      }
      flush
    >
      {rows.length === 0 ? (
        <p className={classes.resting}>Nothing failed for good.</p>
      ) : (
        <ul className={classes.rows}>
          {rows.map((row) => (
            <li key={row.id}>
              <div className={classes.what}>
                <Link to="/schedules/$id" params={{ id: row.schedule }} search={{ tab: 'why', at: row.nominal_at }}>
                  {row.schedule}
                </Link>
                <span className={classes.why}>
                  <ReasonText code={row.reason} message={row.message} />
                </span>
              </div>
              <span className={classes.quiet}>{row.ended_at && <RelativeTime at={row.ended_at} />}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
