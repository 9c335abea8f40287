// Load per hour of the week, the busiest minutes, and free slots.
import { useQuery } from '@tanstack/react-query';
import { type Heatmap, heatmapQuery, nextWeekQuery } from '../../api/calendar';
import { ownZone } from '../../format/instant';
import { whole } from '../../format/length';
import { Panel } from '../../ui/panel';
import { depths, weekHours } from './week-hours';
import classes from './week-load.module.css';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const ROWS_MAX = 4;
const CELL = 14;
const LEFT = 32;
const TOP = 14;

export function WeekLoad() {
  const zone = ownZone();
  const { data } = useQuery(heatmapQuery(zone));
  const week = useQuery(nextWeekQuery(zone)).data;
  return (
    <Panel title="Load of the week" beside={<span className={classes.quiet}>schedules by hour · {zone}</span>}>
      {data && week && data.occurrences > 0 ? (
        <div className={classes.load}>
          <HourMap hours={weekHours(week.slots, zone)} />
          <div className={classes.lists}>
            <Crowded map={data} />
            <FreeSlots map={data} />
          </div>
          {data.is_cut && <p className={classes.quiet}>Approximate: only the first 50,000 runs of each schedule are counted.</p>}
        </div>
      ) : (
        <p className={classes.quiet}>{data && week ? 'No active schedule runs within a week.' : 'Counting…'}</p>
      )}
    </Panel>
  );
}

function HourMap({ hours }: { hours: number[] }) {
  const deep = depths(hours);
  const most = Math.max(...hours);
  const at = hours.indexOf(most);
  const name = (index: number) => `${DAYS[Math.floor(index / 24)]} ${String(index % 24).padStart(2, '0')}:00`;
  const label = `Schedules by hour of the week, most on ${name(at)} with ${whole(most)}`;
  return (
    <svg className={classes.map} viewBox={`0 0 ${LEFT + 24 * CELL} ${TOP + 7 * CELL}`} role="img" aria-label={label}>
      {[0, 6, 12, 18].map((hour) => (
        <text key={hour} x={LEFT + hour * CELL} y={TOP - 5}>
          {String(hour).padStart(2, '0')}
        </text>
      ))}
      {DAYS.map((day, index) => (
        <text key={day} x={0} y={TOP + index * CELL + 10}>
          {day}
        </text>
      ))}
      {hours.map((schedules, index) => (
        <rect
          key={name(index)}
          x={LEFT + (index % 24) * CELL}
          y={TOP + Math.floor(index / 24) * CELL}
          width={CELL - 2}
          height={CELL - 2}
          rx={2.5}
          data-depth={deep[index]}
        >
          <title>{`${name(index)}, ${whole(schedules)} schedules`}</title>
        </rect>
      ))}
    </svg>
  );
}

function Crowded({ map }: { map: Heatmap }) {
  const crowded = map.busiest.filter(({ occurrences }) => occurrences > 1).slice(0, ROWS_MAX);
  return (
    <div>
      <h3>Crowded</h3>
      {crowded.length === 0 && <p className={classes.quiet}>No minute has more than one.</p>}
      <ul>
        {crowded.map(({ weekday, time, occurrences }) => (
          <li key={weekday + time}>
            <span className={classes.when}>
              {weekday.slice(0, 3)} {time}
            </span>
            <span className={classes.quiet}>{whole(occurrences)} runs</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function FreeSlots({ map }: { map: Heatmap }) {
  return (
    <div>
      <h3>Room for a new one</h3>
      <ul>
        {map.free_slots.slice(0, ROWS_MAX).map(({ time, cron, occurrences }) => (
          <li key={time}>
            <span className={classes.when}>{time}</span>
            <code>{cron}</code>
            {occurrences > 0 && <span className={classes.quiet}>{whole(occurrences)}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
