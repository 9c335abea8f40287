// Days in a vertical list, for screens too narrow for a week or month grid. Days without occurrences are left
// out.
import { dateText } from '../../format/day';
import classes from './calendar-page.module.css';
import { Chips, DayLink } from './chip';
import { FrequentSchedules } from './month-view';
import type { ViewProps } from './views';

/** Maximum number of schedules shown per day. */
const SHOWN_MAX = 8;

export function AgendaView({ dates, today, zone, plans }: ViewProps) {
  const full = dates.filter((date) => plans.has(date));
  return (
    <ol className={classes.agenda}>
      {full.map((date) => (
        <li key={date} data-today={date === today || undefined}>
          <h2>
            <DayLink date={date}>{dateText(date, { weekday: 'short', day: 'numeric', month: 'short' })}</DayLink>
          </h2>
          <div className={classes.many}>
            <Chips groups={plans.get(date)?.groups ?? []} zone={zone} most={SHOWN_MAX} date={date} />
            <FrequentSchedules plan={plans.get(date)} />
          </div>
        </li>
      ))}
    </ol>
  );
}
