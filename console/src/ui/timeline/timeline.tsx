// Schedules over a time range: one row each, a mark per occurrence, a bar for many. Positions are percentages, so
// that the timeline fits any width.
import { Link } from '@tanstack/react-router';
import { timeOf } from '../../format/day';
import { type Mark, timesText } from '../../format/marks';
import { timelineStrings as strings } from '../strings';
import { axis } from './axis';
import classes from './timeline.module.css';

interface TimelineProps {
  from: number;
  until: number;
  zone: string;
  marks: Mark[];
  /** Maximum number of schedules shown. */
  rowsMax: number;
  /** Position of the line that marks the current time. */
  now: number;
}

/** Minimum width of a bar, in percent of the range. */
const BAR_MIN = 0.6;

export function Timeline({ from, until, zone, marks, rowsMax, now }: TimelineProps) {
  const rows = bySchedule(marks);
  const place = (at: number) => (100 * (Math.min(Math.max(at, from), until) - from)) / (until - from);
  const ticks = axis(from, until, zone);
  return (
    <div className={classes.timeline}>
      <div className={classes.axis} aria-hidden="true">
        {ticks.map(({ at, text }) => (
          <span key={at} style={{ left: `${place(at)}%` }}>
            {text}
          </span>
        ))}
      </div>
      <ul className={classes.rows}>
        {rows.slice(0, rowsMax).map(([schedule, own]) => (
          <li key={schedule}>
            <Link to="/schedules/$id" params={{ id: schedule }} className={classes.name} title={[schedule, own.find((mark) => mark.sentence)?.sentence].filter(Boolean).join(' · ')}>
              {schedule}
            </Link>
            <div className={classes.track}>
              {ticks.map(({ at }) => (
                <i key={at} className={classes.tick} style={{ left: `${place(at)}%` }} />
              ))}
              {now > from && now < until && <i className={classes.now} style={{ left: `${place(now)}%` }} />}
              {joinMarks(own).map((mark) => (
                <TimelineMark key={`${mark.from} ${mark.tone}`} mark={mark} zone={zone} left={place(mark.from)} width={place(mark.until) - place(mark.from)} />
              ))}
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

function TimelineMark({ mark, zone, left, width }: { mark: Mark; zone: string; left: number; width: number }) {
  const isBar = mark.count > 1;
  const times = isBar ? strings.range(timeOf(mark.from, zone), timeOf(mark.until, zone)) : timeOf(mark.from, zone);
  const summary = strings.mark(times, zone, mark.summary);
  // A `title` attribute instead of the library's tooltip: there may be thousands of marks.
  return (
    <Link
      to="/schedules/$id"
      params={{ id: mark.schedule }}
      search={{ tab: 'why', at: new Date(mark.from).toISOString() }}
      className={isBar ? classes.bar : classes.mark}
      data-tone={mark.tone}
      style={isBar ? { left: `${left}%`, width: `${Math.max(width, BAR_MIN)}%` } : { left: `${left}%` }}
      title={summary}
      aria-label={strings.markLabel(mark.schedule, summary)}
    >
      {isBar && width > 6 && <span>{timesText(mark)}</span>}
    </Link>
  );
}

/** Sorts rows by their first occurrence. Frequent schedules come last, because they show the least detail. */
function bySchedule(marks: Mark[]): [string, Mark[]][] {
  const rows = new Map<string, Mark[]>();
  for (const mark of marks) {
    const row = rows.get(mark.schedule);
    if (row) row.push(mark);
    else rows.set(mark.schedule, [mark]);
  }
  const isOften = (own: Mark[]) => own.some(({ count }) => count > 1);
  return [...rows].toSorted(([, a], [, b]) => Number(isOften(a)) - Number(isOften(b)) || (a[0]?.from ?? 0) - (b[0]?.from ?? 0));
}

/** Maximum distance between two marks of one bar. */
const NEAR_MS = 30 * 60_000;

/**
 * Joins adjacent marks with the same outcome of a frequent schedule into one bar, including the few occurrences
 * of a partial hour.
 */
function joinMarks(marks: Mark[]): Mark[] {
  if (marks.every(({ count }) => count === 1)) return marks;
  const out: Mark[] = [];
  for (const mark of marks) {
    const last = out.at(-1);
    if (last && last.tone === mark.tone && mark.from - last.until < NEAR_MS) {
      const count = last.count + mark.count;
      const isCut = last.isCut || mark.isCut;
      out[out.length - 1] = { ...last, until: mark.until, count, isCut, summary: summarize(last.tone, count, isCut) };
    } else out.push(mark);
  }
  return out;
}

function summarize(tone: Mark['tone'], count: number, isCut: boolean): string {
  const times = timesText({ count, isCut });
  if (tone === 'next') return strings.upcoming(times);
  const { results } = strings;
  return strings.result(times, tone === 'good' || tone === 'bad' || tone === 'warn' ? results[tone] : results.other);
}
