// A month by weeks: the schedules of each day, and a summary of frequent ones.
import { dateText } from '../../format/day';
import { whole } from '../../format/length';
import { type DayPlan, type Group, worstTone } from '../../format/marks';
import classes from './calendar-page.module.css';
import { Chips, DayLink } from './chip';
import { strings } from './strings';
import type { ViewProps } from './views';

/** Maximum number of schedules shown per day. */
const SHOWN_MAX = 4;

export function MonthView({ dates, date: shown, today, zone, plans }: ViewProps) {
  const weeks = Array.from({ length: dates.length / 7 }, (_, week) => dates.slice(week * 7, week * 7 + 7));
  return (
    <table className={classes.month} aria-label={strings.month}>
      <thead>
        <tr>
          {(weeks[0] ?? []).map((date) => (
            <th key={date} scope="col">
              {dateText(date, { weekday: 'short' })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((date) => (
              <td key={date} data-today={date === today || undefined} data-outside={date.slice(0, 7) !== shown.slice(0, 7) || undefined}>
                <span className={classes.number}>
                  <DayLink date={date}>{dateText(date, { day: 'numeric' })}</DayLink>
                </span>
                <Chips groups={plans.get(date)?.groups ?? []} zone={zone} most={SHOWN_MAX} date={date} />
                <FrequentSchedules plan={plans.get(date)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** One line for all frequent schedules of a day. */
export function FrequentSchedules({ plan }: { plan: DayPlan | undefined }) {
  const bands = plan?.bands ?? [];
  if (bands.length === 0) return null;
  const isCut = bands.some((band) => band.isCut);
  const names = (groups: Group[]) => groups.map(({ schedule, summary }) => `${schedule}: ${summary}`).join('; ');
  return (
    <span className={classes.often} data-tone={worstTone(bands.map(({ tone }) => tone))} title={names(bands)}>
      {bands.length === 1 ? bands[0]?.schedule : strings.frequentSchedules(bands.length)}
      <span className={classes.times}>
        ×{whole(bands.reduce((sum, { count }) => sum + count, 0))}
        {isCut && '+'}
      </span>
      <span className="unseen">{names(bands)}</span>
    </span>
  );
}
