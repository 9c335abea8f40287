// How a schedule does over time: a year of outcomes, its last runs, and whether it keeps the pace of its rule.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { occurrencesQuery } from '../../../api/ledger';
import { nextQuery, runsQuery } from '../../../api/schedules';
import { cadenceOf } from './cadence';
import { CadencePanel } from './cadence-panel';
import { RunsChart } from './runs-chart';
import classes from './trends.module.css';
import { YearMap } from './year-map';

/** So many fires to come say what the pace of the rule is. */
const FIRES = 20;

export function TrendsTab({ id, zone }: { id: string; zone: string }) {
  // A page of each: the last hundred.
  const rows = useInfiniteQuery(runsQuery(id)).data?.pages[0]?.items ?? [];
  const begun = useInfiniteQuery(occurrencesQuery({ schedule: id, state: 'running,generated,failed' })).data?.pages[0]?.items ?? [];
  const next = useQuery(nextQuery(id, FIRES)).data?.next ?? [];
  return (
    <div className={classes.trends}>
      <YearMap id={id} />
      <RunsChart rows={begun} zone={zone} />
      <CadencePanel cadence={cadenceOf(rows, next)} />
    </div>
  );
}
