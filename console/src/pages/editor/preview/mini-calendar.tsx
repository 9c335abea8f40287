// Upcoming occurrences on a small calendar in the schedule's zone: the number per day, and the days with a DST
// change.
import type { Preview } from '../../../api/preview';
import { dayOf, type Month, monthsOf } from '../../../format/month';
import { common } from '../../../ui/strings';
import { previewStrings as strings } from '../strings';
import classes from './mini-calendar.module.css';

const MONTHS_MAX = 2;

export function MiniCalendar({ preview }: { preview: Preview }) {
  const { next, dst_dates: changes, timezone } = preview;
  const days = next.map(({ at }) => dayOf(at, timezone));
  const counts = new Map<string, number>();
  for (const day of days) counts.set(day, (counts.get(day) ?? 0) + 1);
  const changed = new Set(changes.map(({ at }) => dayOf(at, timezone)));
  if (days.length === 0) return null;
  return (
    <div className={classes.months}>
      {monthsOf(days, MONTHS_MAX).map((month) => (
        <MonthTable key={month.key} month={month} counts={counts} changed={changed} />
      ))}
    </div>
  );
}

interface MonthTableProps {
  month: Month;
  counts: Map<string, number>;
  changed: Set<string>;
}

function MonthTable({ month, counts, changed }: MonthTableProps) {
  return (
    <table className={classes.month}>
      <caption>{month.title}</caption>
      <thead>
        <tr>
          {common.weekdays.map((name) => (
            <th key={name} scope="col" abbr={name}>
              {name.slice(0, 1)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {month.weeks.map((week, index) => (
          <tr key={week.find(Boolean) ?? index}>
            {week.map((day, place) => (
              <Day key={day ?? `${index} ${place}`} day={day} runs={day ? (counts.get(day) ?? 0) : 0} isChange={day !== undefined && changed.has(day)} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Day({ day, runs, isChange }: { day: string | undefined; runs: number; isChange: boolean }) {
  if (!day) return <td>{' '}</td>;
  const dayTitle = [runs > 0 ? strings.dayRuns(runs) : '', isChange ? strings.clockChange : ''].filter(Boolean).join(', ');
  return (
    <td data-runs={runs > 0 || undefined} data-change={isChange || undefined} title={dayTitle || undefined}>
      <span>{Number(day.slice(8))}</span>
      {dayTitle && <span className="unseen">{dayTitle}</span>}
    </td>
  );
}
