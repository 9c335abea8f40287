// One year of outcomes: a square per day, colored by its worst outcome.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { type Days, daysQuery } from '../../../api/calendar';
import { asProblem } from '../../../api/problem';
import { addDays, dateOf, datesBetween, dateText, mondayOf, startOf } from '../../../format/day';
import { short } from '../../../format/instant';
import { countsText, toneOf } from '../../../format/marks';
import { strings as formatStrings } from '../../../format/strings';
import { ErrorPanel } from '../../../ui/error-panel';
import { Panel } from '../../../ui/panel';
import { Phrase } from '../../../ui/phrase';
import { common } from '../../../ui/strings';
import { strings } from './strings';
import classes from './trends.module.css';

const WEEKS = 53;
const CELL = 13;
const LEFT = 26;
const TOP = 16;
const BAD_DAYS = 6;

export function YearMap({ id }: { id: string }) {
  const { data, error } = useQuery(daysQuery(id));
  if (error && !data) return <ErrorPanel problem={asProblem(error)} />;
  const beside = data && (
    <span className={classes.quiet}>
      {strings.yearBeside(data.occurrences, data.timezone)}
    </span>
  );
  return (
    <Panel title={strings.year} beside={beside}>
      {data ? <Year days={data} id={id} /> : <p className={classes.quiet}>{common.counting}</p>}
    </Panel>
  );
}

function Year({ days, id }: { days: Days; id: string }) {
  const { timezone: zone, counted_since: since } = days;
  const last = dateOf(Date.parse(days.until), zone);
  const first = addDays(mondayOf(last), -7 * (WEEKS - 1));
  const byDate = new Map(days.days.map((day) => [day.date, day]));
  const bad = days.days.filter(({ failed }) => failed > 0).slice(-BAD_DAYS).toReversed();
  return (
    <div className={classes.year}>
      <Squares first={first} last={last} byDate={byDate} />
      <div className={classes.below}>
        <ul className={classes.signs}>
          {Object.entries(strings.legend).map(([tone, text]) => (
            <li key={tone} data-tone={tone}>
              <i aria-hidden="true" />
              {text}
            </li>
          ))}
        </ul>
        {since && <span>{strings.countedSince(short(since, zone, Date.parse(days.until)), zone)}</span>}
      </div>
      {bad.length > 0 && (
        <p className={classes.bad}>
          <Phrase
            text={strings.failedOn}
            parts={{
              days: bad.map(({ date, failed }) => (
                <Link
                  key={date}
                  to="/ledger"
                  search={{ schedule: id, state: 'failed', from: iso(startOf(date, zone)), until: iso(startOf(addDays(date, 1), zone)) }}
                >
                  {strings.failedDay(dateText(date, { day: 'numeric', month: 'short' }), failed)}
                </Link>
              )),
            }}
          />
        </p>
      )}
    </div>
  );
}

const iso = (instant: number) => new Date(instant).toISOString();

function Squares({ first, last, byDate }: { first: string; last: string; byDate: Map<string, Days['days'][number]> }) {
  const frame = useRef<HTMLDivElement>(null);
  // The most recent days are at the right, where a narrow screen would hide them.
  useEffect(() => {
    if (frame.current) frame.current.scrollLeft = frame.current.scrollWidth;
  }, []);
  const dates = datesBetween(first, last);
  const full = dates.filter((date) => byDate.has(date));
  return (
    <div className={classes.squares} ref={frame} tabIndex={0} role="group" aria-label={strings.days}>
      <svg viewBox={`0 0 ${LEFT + WEEKS * CELL} ${TOP + 7 * CELL}`} aria-hidden="true">
        {dates
          .filter((date) => date.endsWith('-01'))
          .map((date) => (
            <text key={date} x={LEFT + week(first, date) * CELL} y={TOP - 5}>
              {dateText(date, { month: 'short' })}
            </text>
          ))}
        {[common.weekdays[0], common.weekdays[2], common.weekdays[4]].map((name, index) => (
          <text key={name} x={0} y={TOP + index * 2 * CELL + 9}>
            {name}
          </text>
        ))}
        {dates.map((date, index) => {
          const day = byDate.get(date);
          return (
            <rect
              key={date}
              x={LEFT + Math.floor(index / 7) * CELL}
              y={TOP + (index % 7) * CELL}
              width={CELL - 2}
              height={CELL - 2}
              rx={2.5}
              data-tone={day && toneOf(day)}
            >
              <title>{strings.day(dateText(date, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }), day ? countsText(day) : formatStrings.nothing)}</title>
            </rect>
          );
        })}
      </svg>
      <table className="unseen">
        <caption>{strings.byDay}</caption>
        <tbody>
          {full.map((date) => {
            const day = byDate.get(date);
            return (
              <tr key={date}>
                <th scope="row">{dateText(date, { day: 'numeric', month: 'long', year: 'numeric' })}</th>
                <td>{day && countsText(day)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function week(first: string, date: string): number {
  return Math.floor((Date.parse(date) - Date.parse(first)) / (7 * 24 * 3_600_000));
}
