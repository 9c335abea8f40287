// Live feed: recent occurrences of the ledger first, then every new event on top.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { earlierQuery } from '../../api/ledger';
import { clock, ownZone } from '../../format/instant';
import { durationBetween } from '../../format/length';
import { Panel } from '../../ui/panel';
import { ReasonText } from '../../ui/reason-text';
import { StatusBadge } from '../../ui/status-badge';
import classes from './overview-page.module.css';
import { strings } from './strings';
import { type Line, useFeed } from './use-feed';

export function LiveFeed() {
  const earlier = useQuery(earlierQuery);
  const lines = useFeed(earlier.data?.items);
  const zone = ownZone();
  return (
    <Panel title={strings.live} beside={<span className={classes.quiet}>{zone}</span>} flush>
      {lines.length === 0 ? (
        <p className={classes.empty}>{strings.noActivity}</p>
      ) : (
        <ol className={classes.feed} aria-label={strings.liveFeed} tabIndex={0}>
          {lines.map((line) => (
            <FeedLine key={line.key} line={line} zone={zone} />
          ))}
        </ol>
      )}
    </Panel>
  );
}

function FeedLine({ line: { at, row }, zone }: { line: Line; zone: string }) {
  return (
    <li>
      <time className={classes.time} dateTime={at}>
        {clock(at, zone)}
      </time>
      <StatusBadge state={row.state} />
      <div className={classes.what}>
        <Link to="/schedules/$id" params={{ id: row.schedule }} title={row.schedule}>
          {row.schedule}
        </Link>
        <span className={classes.why}>
          <ReasonText code={row.reason} message={row.message} />
        </span>
      </div>
      <span className={classes.quiet}>{durationBetween(row.started_at, row.ended_at)}</span>
    </li>
  );
}
