// Failed occurrences of the last 24 hours by schedule: count, last failure and reason.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { failedQuery } from '../../api/calendar';
import { occurrencesQuery } from '../../api/ledger';
import { whole } from '../../format/length';
import { RelativeTime } from '../../ui/instant';
import { Panel } from '../../ui/panel';
import { ReasonText } from '../../ui/reason-text';
import classes from './overview-page.module.css';
import { strings } from './strings';

const SHOWN = 6;
/** Number of recent failures searched for the reason of each schedule. */
const REASONS = 100;

export function Failures() {
  const failed = useQuery(failedQuery).data;
  const latest = useInfiniteQuery(occurrencesQuery({ state: 'failed' }, REASONS)).data?.pages[0]?.items ?? [];
  const items = failed?.items ?? [];
  const beside = items.length > 0 && (
    <Link to="/dead-letters" className={classes.quiet}>
      {strings.deadLetters}
    </Link>
  );
  return (
    <Panel title={strings.failures} beside={beside} flush>
      {items.length === 0 ? (
        <p className={classes.empty}>{strings.noFailures}</p>
      ) : (
        <ul className={classes.rows}>
          {items.slice(0, SHOWN).map(({ schedule, spans }) => {
            const count = spans.reduce((sum, { counts }) => sum + counts.failed, 0);
            const at = spans.at(-1)?.until ?? '';
            const row = latest.find((one) => one.schedule === schedule);
            return (
              <li key={schedule}>
                <div className={classes.what}>
                  <Link to="/schedules/$id" params={{ id: schedule }} search={{ tab: 'why', at }} title={schedule}>
                    {schedule}
                  </Link>
                  <span className={classes.why}>{row && <ReasonText code={row.reason} message={row.message} />}</span>
                </div>
                <span className={classes.quiet}>
                  {count > 1 && <b>×{whole(count)} </b>}
                  <RelativeTime at={at} />
                </span>
              </li>
            );
          })}
          {items.length > SHOWN && (
            <li>
              <Link to="/ledger" search={{ state: 'failed' }} className={classes.quiet}>
                {strings.moreFailing((failed?.schedules ?? 0) - SHOWN)}
              </Link>
            </li>
          )}
        </ul>
      )}
    </Panel>
  );
}
