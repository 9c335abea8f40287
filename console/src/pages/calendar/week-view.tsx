// A week: one column per day, one row per hour, and frequent schedules on top.
import { dateText, hourOf } from '../../format/day';
import classes from './calendar-page.module.css';
import { Band, Chips, DayLink } from './chip';
import { strings } from './strings';
import { HOURS, hourText, type ViewProps } from './views';

/** Maximum number of schedules shown per hour. */
const SHOWN_MAX = 3;
/** Maximum number of frequent schedules shown per day. */
const BANDS_MAX = 4;

export function WeekView({ dates, today, zone, plans, now }: ViewProps) {
  const hourNow = hourOf(now, zone);
  return (
    <table className={classes.week} aria-label={strings.week}>
      <thead>
        <tr>
          <td aria-hidden="true" />
          {dates.map((date) => (
            <th key={date} scope="col" data-today={date === today || undefined}>
              <DayLink date={date}>
                {dateText(date, { weekday: 'short' })} <b>{dateText(date, { day: 'numeric' })}</b>
              </DayLink>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {dates.some((date) => (plans.get(date)?.bands.length ?? 0) > 0) && (
          <tr data-often>
            <th scope="row">{strings.frequent}</th>
            {dates.map((date) => {
              const bands = plans.get(date)?.bands ?? [];
              return (
                <td key={date}>
                  {bands.slice(0, BANDS_MAX).map((group) => (
                    <Band key={group.schedule} group={group} zone={zone} />
                  ))}
                  {bands.length > BANDS_MAX && <DayLink date={date}>{strings.moreInDay(bands.length - BANDS_MAX)}</DayLink>}
                </td>
              );
            })}
          </tr>
        )}
        {HOURS.map((hour) => (
          <tr key={hour}>
            <th scope="row">{hourText(hour)}</th>
            {dates.map((date) => (
              <td key={date} data-today={date === today || undefined} data-now={(date === today && hour === hourNow) || undefined}>
                <Chips groups={plans.get(date)?.hours.get(hour) ?? []} zone={zone} most={SHOWN_MAX} date={date} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
