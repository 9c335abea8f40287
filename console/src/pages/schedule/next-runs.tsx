// Upcoming occurrences in the schedule's zone and in the user's zone.
import { useQuery } from '@tanstack/react-query';
import { nextQuery, type Schedule } from '../../api/schedules';
import { exact, ownZone } from '../../format/instant';
import { RelativeTime } from '../../ui/instant';
import { Panel } from '../../ui/panel';
import classes from './schedule-page.module.css';

const SHOWN = 6;

export function NextRuns({ schedule }: { schedule: Schedule }) {
  const { data } = useQuery(nextQuery(schedule.id, SHOWN));
  const zone = schedule.spec?.timezone ?? 'UTC';
  const own = ownZone();
  const fires = data?.next ?? [];
  return (
    <Panel title="Next fires" beside={<span className={classes.own}>{zone}</span>} flush>
      <ol className={classes.runs}>
        {fires.map((at) => (
          <li key={at}>
            <RelativeTime at={at} zone={zone} />
            <span className="number">{exact(at, zone)}</span>
            {own !== zone && (
              <span className={`${classes.own} number`}>
                {exact(at, own).slice(-15)} {own}
              </span>
            )}
          </li>
        ))}
        {data && fires.length === 0 && <li>{schedule.status === 'paused' ? 'None while it rests.' : 'It does not fire any more.'}</li>}
      </ol>
    </Panel>
  );
}
