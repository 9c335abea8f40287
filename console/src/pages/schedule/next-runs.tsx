// Upcoming occurrences in the schedule's zone and in the user's zone.
import { useQuery } from '@tanstack/react-query';
import { nextQuery, type Schedule } from '../../api/schedules';
import { dayAndTime, exact, ownZone } from '../../format/instant';
import { RelativeTime } from '../../ui/instant';
import { Panel } from '../../ui/panel';
import classes from './schedule-page.module.css';
import { strings } from './strings';

const SHOWN = 6;

export function NextRuns({ schedule }: { schedule: Schedule }) {
  const { data } = useQuery(nextQuery(schedule.id, SHOWN));
  const zone = schedule.spec?.timezone ?? 'UTC';
  const own = ownZone();
  const runs = data?.next ?? [];
  return (
    <Panel title={strings.nextRuns} beside={<span className={classes.own}>{zone}</span>} flush>
      <ol className={classes.runs}>
        {runs.map((at) => (
          <li key={at}>
            <RelativeTime at={at} zone={zone} />
            <span className="number">{exact(at, zone)}</span>
            {own !== zone && (
              <span className={`${classes.own} number`}>
                {dayAndTime(at, own)} {own}
              </span>
            )}
          </li>
        ))}
        {data && runs.length === 0 && <li>{schedule.status === 'paused' ? strings.noRunsPaused : strings.noMoreRuns}</li>}
      </ol>
    </Panel>
  );
}
