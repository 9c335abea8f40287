// Legend of the calendar, totals, and notes about data that was not counted.
import type { History, Upcoming } from '../../api/calendar';
import { short } from '../../format/instant';
import { whole } from '../../format/length';
import type { MarkTone } from '../../format/marks';
import { useNowText } from '../../ui/now';
import classes from './calendar-page.module.css';

const SIGNS: [MarkTone, string][] = [
  ['next', 'to come'],
  ['good', 'done'],
  ['warn', 'skipped'],
  ['bad', 'failed'],
  ['busy', 'running'],
];

interface FootProps {
  history: History | undefined;
  upcoming: Upcoming | undefined;
  zone: string;
}

export function CalendarFooter({ history, upcoming, zone }: FootProps) {
  const since = history?.counted_since;
  const text = useNowText((now) => (since ? short(since, zone, now) : ''));
  const hidden = Math.max(0, (upcoming?.firing ?? 0) - (upcoming?.items.length ?? 0), (history?.schedules ?? 0) - (history?.items.length ?? 0));
  return (
    <footer className={classes.foot}>
      <ul className={classes.signs}>
        {SIGNS.map(([tone, word]) => (
          <li key={tone} className={classes.sign} data-tone={tone}>
            <i aria-hidden="true" />
            {word}
          </li>
        ))}
      </ul>
      <p>
        {history && `${whole(history.occurrences)} recorded. `}
        {upcoming && `${whole(upcoming.fires)}${upcoming.items.some((item) => item.is_cut) ? '+' : ''} to come, by the rules and without jitter. `}
        {since && `There is too much to count all of it: what was recorded before ${text} ${zone} is left out. `}
        {hidden > 0 && `${whole(hidden)} more schedules are not shown; narrow it down. `}
        {upcoming?.is_cut && `Only the first ${whole(upcoming.schedules)} schedules were looked at. `}
      </p>
    </footer>
  );
}
