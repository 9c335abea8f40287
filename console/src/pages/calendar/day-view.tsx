// A day, hour by hour. Hours without occurrences are thin.
import { hourOf } from '../../format/day';
import classes from './calendar-page.module.css';
import { Band, Chips } from './chip';
import { strings } from './strings';
import { HOURS, hourText, type ViewProps } from './views';

/** Maximum number of schedules shown per hour. */
const SHOWN_MAX = 24;

export function DayView({ date, today, zone, plans, now }: ViewProps) {
  const plan = plans.get(date);
  const hourNow = date === today ? hourOf(now, zone) : undefined;
  return (
    <div className={classes.day}>
      {plan && plan.bands.length > 0 && (
        <div className={classes.hour} data-often>
          <span className={classes.when}>{strings.frequent}</span>
          <div className={classes.many}>
            {plan.bands.map((group) => (
              <Band key={group.schedule} group={group} zone={zone} />
            ))}
          </div>
        </div>
      )}
      {HOURS.map((hour) => {
        const groups = plan?.hours.get(hour) ?? [];
        return (
          <div key={hour} className={classes.hour} data-now={hour === hourNow || undefined} data-empty={groups.length === 0 || undefined}>
            <span className={classes.when}>{hourText(hour)}</span>
            <div className={classes.many}>
              <Chips groups={groups} zone={zone} most={SHOWN_MAX} />
            </div>
          </div>
        );
      })}
    </div>
  );
}
