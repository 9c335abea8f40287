// Upcoming occurrences in the schedule's zone, and in the user's zone if its offset differs.
import type { Preview } from '../../../api/preview';
import { exact, offset, ownZone } from '../../../format/instant';
import { strings as formatStrings } from '../../../format/strings';
import { RelativeTime } from '../../../ui/instant';
import { previewStrings as strings } from '../strings';
import classes from './preview-panel.module.css';

export function RunList({ preview }: { preview: Preview }) {
  const own = ownZone();
  const { timezone, next } = preview;
  if (preview.after_completion) return <p className={classes.gap}>{strings.afterCompletion(preview.after_completion)}</p>;
  if (next.length === 0) return <p className={classes.gap}>{strings.noRuns}</p>;
  return (
    <ol className={classes.list} aria-label={strings.nextRuns}>
      {next.map((run) => (
        <li key={run.at}>
          <span>{exact(run.at, timezone)}</span>
          <RelativeTime at={run.at} zone={timezone} />
          {offset(run.at, own) !== offset(run.at, timezone) && (
            <span className={classes.other}>
              {exact(run.at, own)} {own}
            </span>
          )}
          {run.dst && <span className={classes.dst}>{formatStrings.dst[run.dst] ?? run.dst}</span>}
        </li>
      ))}
    </ol>
  );
}
