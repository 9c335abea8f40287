// Numbers of succeeded, skipped and failed occurrences, as a bar and as text.
import { whole } from '../format/length';
import classes from './outcome-bar.module.css';

interface Outcomes {
  generated: number;
  skipped: number;
  failed: number;
}

export function OutcomeBar({ generated, skipped, failed }: Outcomes) {
  const all = generated + skipped + failed;
  if (all === 0) return <span className={classes.none}>nothing yet</span>;
  const told = `${whole(generated)} done, ${whole(skipped)} skipped, ${whole(failed)} failed`;
  const parts = [
    { tone: 'good', count: generated },
    { tone: 'warn', count: skipped },
    { tone: 'bad', count: failed },
  ];
  return (
    <span className={classes.outcomes} title={told}>
      <span className={classes.bar} aria-hidden="true">
        {parts.map(({ tone, count }) => count > 0 && <i key={tone} data-tone={tone} style={{ flexGrow: count / all }} />)}
      </span>
      <span className="number" aria-hidden="true">
        {whole(all)}
      </span>
      <span className="unseen">{told}</span>
    </span>
  );
}
