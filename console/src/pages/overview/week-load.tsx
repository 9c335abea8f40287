// Load per hour of the week, the busiest minutes, and free slots.
import { useQuery } from '@tanstack/react-query';
import { type Heatmap, heatmapQuery, nextWeekQuery } from '../../api/calendar';
import { ownZone } from '../../format/instant';
import { whole } from '../../format/length';
import { Panel } from '../../ui/panel';
import { common } from '../../ui/strings';
import { weekStrings as strings } from './strings';
import { depths, weekHours } from './week-hours';
import classes from './week-load.module.css';

const DAYS = common.weekdays;
const ROWS_MAX = 4;
const CELL = 14;
const LEFT = 32;
const TOP = 14;

export function WeekLoad() {
  const zone = ownZone();
  const { data } = useQuery(heatmapQuery(zone));
  const week = useQuery(nextWeekQuery(zone)).data;
  return (
    <Panel title={strings.title} beside={<span className={classes.quiet}>{strings.beside(zone)}</span>}>
      {data && week && data.occurrences > 0 ? (
        <div className={classes.load}>
          <HourMap hours={weekHours(week.slots, zone)} />
          <div className={classes.lists}>
            <BusiestMinutes map={data} />
            <QuietSlots map={data} />
          </div>
          {data.is_cut && <p className={classes.quiet}>{strings.approximate}</p>}
        </div>
      ) : (
        <p className={classes.quiet}>{data && week ? strings.empty : common.counting}</p>
      )}
    </Panel>
  );
}

function HourMap({ hours }: { hours: number[] }) {
  const deep = depths(hours);
  const most = Math.max(...hours);
  const at = hours.indexOf(most);
  const name = (index: number) => `${DAYS[Math.floor(index / 24)]} ${String(index % 24).padStart(2, '0')}:00`;
  const label = strings.mapLabel(name(at), most);
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
          <title>{strings.hour(name(index), schedules)}</title>
        </rect>
      ))}
    </svg>
  );
}

function BusiestMinutes({ map }: { map: Heatmap }) {
  const busiest = map.busiest.filter(({ occurrences }) => occurrences > 1).slice(0, ROWS_MAX);
  return (
    <div>
      <h3>{strings.busiest}</h3>
      {busiest.length === 0 && <p className={classes.quiet}>{strings.busiestEmpty}</p>}
      <ul>
        {busiest.map(({ weekday, time, occurrences }) => (
          <li key={weekday + time}>
            <span className={classes.when}>
              {weekday.slice(0, 3)} {time}
            </span>
            <span className={classes.quiet}>{strings.runs(occurrences)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function QuietSlots({ map }: { map: Heatmap }) {
  return (
    <div>
      <h3>{strings.quiet}</h3>
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
