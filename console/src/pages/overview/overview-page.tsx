// Overview: health, upcoming runs, live feed, failures, load by hour, and nodes.
import { useQuery } from '@tanstack/react-query';
import { statsQuery } from '../../api/insight';
import { asProblem } from '../../api/problem';
import { usePermission } from '../../session/use-session';
import { ErrorPanel } from '../../ui/error-panel';
import { PageHead } from '../../ui/page-head';
import { Failures } from './failures';
import { FirstSteps } from './first-steps';
import { Health } from './health';
import { LiveFeed } from './live-feed';
import { NextDay } from './next-day';
import { NodeList } from './node-list';
import classes from './overview-page.module.css';
import { Stale } from './stale';
import { strings } from './strings';
import { WeekLoad } from './week-load';

export function OverviewPage() {
  const { data: stats, error } = useQuery(statsQuery);
  const maySeeNodes = usePermission('server').allowed;
  const isNew = stats && Object.values(stats.schedules).every(({ count }) => count === 0);
  return (
    <>
      <PageHead title={strings.title} />
      {error && <ErrorPanel problem={asProblem(error)} />}
      {isNew && <FirstSteps />}
      {stats && <Health stats={stats} />}
      <Stale />
      <div className={classes.columns}>
        <div className={classes.column}>
          {!isNew && <NextDay />}
          <LiveFeed />
        </div>
        <div className={classes.column}>
          <Failures />
          {!isNew && <WeekLoad />}
          {maySeeNodes && <NodeList />}
        </div>
      </div>
    </>
  );
}
