// Numbers of succeeded, skipped and failed occurrences, as a bar and as text.
import { whole } from '../format/length';
import { type Results, resultsText } from '../format/recent';
import { strings } from '../format/strings';
import classes from './outcome-bar.module.css';

export function OutcomeBar({ succeeded, skipped, failed }: Results) {
  const all = succeeded + skipped + failed;
  if (all === 0) return <span className={classes.none}>{strings.noRuns}</span>;
  const label = resultsText({ succeeded, skipped, failed });
  const parts = [
    { tone: 'good', count: succeeded },
    { tone: 'warn', count: skipped },
    { tone: 'bad', count: failed },
  ];
  return (
    <span className={classes.outcomes} title={label}>
      <span className={classes.bar} aria-hidden="true">
        {parts.map(({ tone, count }) => count > 0 && <i key={tone} data-tone={tone} style={{ flexGrow: count / all }} />)}
      </span>
      <span className="number" aria-hidden="true">
        {whole(all)}
      </span>
      <span className="unseen">{label}</span>
    </span>
  );
}
