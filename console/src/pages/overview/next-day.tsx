// The next 24 hours of all schedules: the load per hour, and the occurrences of each schedule. A frequent
// schedule is one bar.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { nextDayQuery } from '../../api/calendar';
import { asProblem } from '../../api/problem';
import { timeOf } from '../../format/day';
import { ownZone } from '../../format/instant';
import { marksOf } from '../../format/marks';
import { ErrorPanel } from '../../ui/error-panel';
import { Panel } from '../../ui/panel';
import { Phrase } from '../../ui/phrase';
import { Timeline } from '../../ui/timeline/timeline';
import classes from './next-day.module.css';
import { nextDayStrings as strings } from './strings';

const ROWS_MAX = 9;
const HOUR_MS = 3_600_000;

export function NextDay() {
  const zone = ownZone();
  const { data, error } = useQuery(nextDayQuery(zone));
  const beside = (
    <Link to="/calendar" search={{ view: 'week', state: 'upcoming' }} className={classes.quiet}>
      {strings.calendar(zone)}
    </Link>
  );
  if (error && !data) return <ErrorPanel problem={asProblem(error)} />;
  if (!data) return null;
  const [from, until] = [Date.parse(data.from), Date.parse(data.until)];
  const hidden = data.schedules_with_occurrences - Math.min(ROWS_MAX, data.items.length);
  return (
    <Panel title={strings.title} beside={beside} flush>
      {data.items.length === 0 ? (
        <p className={classes.empty}>{strings.empty}</p>
      ) : (
        <>
          <Load slots={data.slots} from={from} until={until} zone={zone} />
          <Timeline from={from} until={until} zone={zone} marks={marksOf(undefined, data)} rowsMax={ROWS_MAX} now={from} />
          {hidden > 0 && (
            <p className={classes.hidden}>
              <Phrase
                text={strings.hidden(hidden, data.is_cut)}
                parts={{
                  timeline: (
                    <Link to="/calendar" search={{ view: 'timeline', state: 'upcoming' }}>
                      {strings.timeline}
                    </Link>
                  ),
                }}
              />
            </p>
          )}
        </>
      )}
    </Panel>
  );
}

interface Slot {
  at: string;
  occurrences: number;
  schedules: number;
  is_cut: boolean;
}

/**
 * Number of schedules per hour. Schedules are counted instead of occurrences: one that runs every second would
 * hide all others.
 */
function Load({ slots, from, until, zone }: { slots: Slot[]; from: number; until: number; zone: string }) {
  const most = Math.max(...slots.map(({ schedules }) => schedules));
  const place = (at: number) => (100 * (Math.min(Math.max(at, from), until) - from)) / (until - from);
  const slotTitle = (slot: Slot) => strings.slot(timeOf(Date.parse(slot.at), zone), zone, slot.schedules, slot.occurrences, slot.is_cut);
  return (
    <div className={classes.load} role="img" aria-label={strings.loadLabel(most)}>
      <span className={classes.caption}>{strings.load}</span>
      <div className={classes.bars}>
        {slots.map((slot) => {
          const at = Date.parse(slot.at);
          return (
            <i
              key={slot.at}
              title={slotTitle(slot)}
              style={{ left: `${place(at)}%`, width: `${place(at + HOUR_MS) - place(at)}%`, height: `${(100 * slot.schedules) / most}%` }}
            />
          );
        })}
      </div>
    </div>
  );
}
