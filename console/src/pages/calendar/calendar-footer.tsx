// Legend of the calendar, totals, and notes about data that was not counted.
import type { History, Upcoming } from '../../api/calendar';
import { short } from '../../format/instant';
import type { MarkTone } from '../../format/marks';
import { useNowText } from '../../ui/now';
import classes from './calendar-page.module.css';
import { strings } from './strings';

const LEGEND = Object.entries(strings.legend) as [MarkTone, string][];

interface FootProps {
  history: History | undefined;
  upcoming: Upcoming | undefined;
  zone: string;
}

export function CalendarFooter({ history, upcoming, zone }: FootProps) {
  const since = history?.counted_since;
  const text = useNowText((now) => (since ? short(since, zone, now) : ''));
  const isUpcomingCut = upcoming?.items.some((item) => item.is_cut) ?? false;
  const hidden = Math.max(0, (upcoming?.schedules_with_occurrences ?? 0) - (upcoming?.items.length ?? 0), (history?.schedules ?? 0) - (history?.items.length ?? 0));
  return (
    <footer className={classes.foot}>
      <ul className={classes.signs}>
        {LEGEND.map(([tone, word]) => (
          <li key={tone} className={classes.sign} data-tone={tone}>
            <i aria-hidden="true" />
            {word}
          </li>
        ))}
      </ul>
      <p>
        {[history && strings.past(history.occurrences), upcoming && strings.upcoming(upcoming.occurrences, isUpcomingCut)].filter(Boolean).join(', ')}{' '}
        {[since && strings.countedSince(text, zone), hidden > 0 && strings.hidden(hidden), upcoming?.is_cut && strings.cut(upcoming.schedules)].filter(Boolean).join(' ')}
      </p>
    </footer>
  );
}
