// How it stands at a glance: numbers, what happens now, what failed, and who works.
import { useQuery } from '@tanstack/react-query';
import { asProblem } from '../../api/problem';
import { statsQuery } from '../../api/insight';
import { useMay } from '../../session/use-session';
import { ErrorPanel } from '../../ui/error-panel';
import { PageHead } from '../../ui/page-head';
import { Failures } from './failures';
import { FirstSteps } from './first-steps';
import { LiveFeed } from './live-feed';
import { NodeList } from './node-list';
import { Numbers } from './numbers';
import classes from './overview-page.module.css';
import { Stale } from './stale';
import { Upcoming } from './upcoming';

export function OverviewPage() {
  const { data: stats, error } = useQuery(statsQuery);
  const maySeeNodes = useMay('server').allowed;
  const isNew = stats && Object.values(stats.schedules).every(({ count }) => count === 0);
  return (
    <>
      <PageHead title="Overview" />
      {error && <ErrorPanel problem={asProblem(error)} />}
      {isNew && <FirstSteps />}
      {stats && <Numbers stats={stats} />}
      <Stale />
      <div className={classes.columns}>
        <div className={classes.column}>
          <LiveFeed />
        </div>
        <div className={classes.column}>
          <Failures />
          <Upcoming />
          {maySeeNodes && <NodeList />}
        </div>
      </div>
    </>
  );
}
