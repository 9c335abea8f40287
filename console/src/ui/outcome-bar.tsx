// Numbers of succeeded, skipped and failed occurrences, as a bar and as text.
import { whole } from '../format/length';
import classes from './outcome-bar.module.css';

interface Outcomes {
  succeeded: number;
  skipped: number;
  failed: number;
}

export function OutcomeBar({ succeeded, skipped, failed }: Outcomes) {
  const all = succeeded + skipped + failed;
  if (all === 0) return <span className={classes.none}>nothing yet</span>;
  const label = `${whole(succeeded)} done, ${whole(skipped)} skipped, ${whole(failed)} failed`;
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
