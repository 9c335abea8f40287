// Upcoming occurrences in the schedule's zone, and in the user's zone if its offset differs.
import type { Preview } from '../../../api/preview';
import { exact, offset, ownZone } from '../../../format/instant';
import { RelativeTime } from '../../../ui/instant';
import classes from './preview-panel.module.css';

const DST: Record<string, string> = {
  moved: 'moved: its local time does not exist that day',
  first_pass: 'its local time comes twice; this is the first',
  later_pass: 'its local time comes twice; this is the second',
};

export function RunList({ preview }: { preview: Preview }) {
  const own = ownZone();
  const { timezone, next } = preview;
  if (preview.after_completion) return <p className={classes.gap}>{preview.after_completion} after the end of each run.</p>;
  if (next.length === 0) return <p className={classes.gap}>It never fires from now on.</p>;
  return (
    <ol className={classes.list} aria-label="Next fires">
      {next.map((fire) => (
        <li key={fire.at}>
          <span>{exact(fire.at, timezone)}</span>
          <RelativeTime at={fire.at} zone={timezone} />
          {offset(fire.at, own) !== offset(fire.at, timezone) && (
            <span className={classes.other}>
              {exact(fire.at, own)} {own}
            </span>
          )}
          {fire.dst && <span className={classes.dst}>{DST[fire.dst] ?? fire.dst}</span>}
        </li>
      ))}
    </ol>
  );
}
