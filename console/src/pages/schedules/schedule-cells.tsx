// One schedule as a row of the list.
import { Link } from '@tanstack/react-router';
import type { Schedule } from '../../api/schedules';
import { RelativeTime, ZonedTime } from '../../ui/instant';
import { OutcomeBar } from '../../ui/outcome-bar';
import { StatusBadge } from '../../ui/status-badge';
import classes from './schedules-page.module.css';

export function ScheduleCells({ schedule }: { schedule: Schedule }) {
  const { id, sentence, status, next_at, counters, problem, labels, status_note } = schedule;
  const zone = schedule.spec?.timezone;
  const tags = Object.entries(labels ?? {}).map(([name, value]) => `${name}:${value}`);
  return (
    <>
      <div role="cell" className={classes.name}>
        <Link to="/schedules/$id" params={{ id }} dir="auto" title={id}>
          {id}
        </Link>
        {tags.length > 0 && <span className={classes.labels}>{tags.join('  ')}</span>}
      </div>
      <div role="cell" className={classes.sentence} title={sentence ?? problem}>
        {sentence ?? problem ?? 'Its rule cannot be read'}
      </div>
      <div role="cell">
        <StatusBadge state={status} />
      </div>
      <div role="cell" className={classes.next}>
        {next_at ? (
          <>
            <RelativeTime at={next_at} zone={zone} />
            <small className={classes.quiet}>
              <ZonedTime at={next_at} zone={zone} />
            </small>
          </>
        ) : (
          <span className={classes.note} title={status_note.text ?? undefined}>
            {status_note.text ?? 'does not fire'}
          </span>
        )}
      </div>
      <div role="cell" className={classes.quiet}>
        {counters.last_ended_at ? <RelativeTime at={counters.last_ended_at} zone={zone} /> : '–'}
      </div>
      <div role="cell">
        <OutcomeBar generated={counters.generated} skipped={counters.skipped} failed={counters.failed} />
      </div>
    </>
  );
}
