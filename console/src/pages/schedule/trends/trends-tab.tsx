// Trends of a schedule: one year of outcomes, the last runs, and whether the runs keep the configured interval.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { occurrencesQuery } from '../../../api/ledger';
import { nextQuery, runsQuery } from '../../../api/schedules';
import { cadenceOf } from './cadence';
import { CadencePanel } from './cadence-panel';
import { RunsChart } from './runs-chart';
import classes from './trends.module.css';
import { YearMap } from './year-map';

/** Number of upcoming occurrences from which the configured interval is computed. */
const UPCOMING_COUNT = 20;

export function TrendsTab({ id, zone }: { id: string; zone: string }) {
  // Only the first page of each: the last 100.
  const rows = useInfiniteQuery(runsQuery(id)).data?.pages[0]?.items ?? [];
  const started = useInfiniteQuery(occurrencesQuery({ schedule: id, state: 'running,succeeded,failed' })).data?.pages[0]?.items ?? [];
  const next = useQuery(nextQuery(id, UPCOMING_COUNT)).data?.next ?? [];
  return (
    <div className={classes.trends}>
      <YearMap id={id} />
      <RunsChart rows={started} zone={zone} />
      <CadencePanel cadence={cadenceOf(rows, next)} />
    </div>
  );
}
