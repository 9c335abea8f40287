// The configured and the actual interval between runs, with the cause of a difference.
import type { ReactNode } from 'react';
import { length, whole } from '../../../format/length';
import { reason } from '../../../format/words';
import { Panel } from '../../../ui/panel';
import type { Cadence } from './cadence';
import classes from './trends.module.css';

/** Formats a duration without zero parts: `24 h`, not `24 h 0 min`. */
const pace = (milliseconds: number) => length(milliseconds).replace(/ 0?0 (min|h|s)$/, '');
const shown = (milliseconds: number | undefined) => (milliseconds === undefined ? '–' : pace(milliseconds));

export function CadencePanel({ cadence }: { cadence: Cadence }) {
  const { configured, isEven, effective, waits, runs, isSlow, rows, skipped } = cadence;
  return (
    <Panel title="Cadence" beside={<span className={classes.quiet}>of the last {whole(rows)} on schedule</span>}>
      <dl className={classes.cadence}>
        <Fact name={isEven ? 'Should run every' : 'Should run about every'}>{shown(configured)}</Fact>
        <Fact name="Runs every" tone={isSlow ? 'warn' : undefined}>
          {shown(effective)}
        </Fact>
        <Fact name="Begins after">{shown(waits)}</Fact>
        <Fact name="Lasts">{shown(runs)}</Fact>
      </dl>
      {isSlow && (
        <p className={classes.slow} role="status">
          It runs less often than its rule says
          {skipped > 0 && `: ${whole(skipped)} of ${whole(rows)} were skipped, most because ${reason(cadence.reason ?? '')}`}
          {runs !== undefined && configured !== undefined && runs > configured && `. A run lasts ${length(runs)}, longer than the ${pace(configured)} between two fires`}.
        </p>
      )}
    </Panel>
  );
}

function Fact({ name, tone, children }: { name: string; tone?: string | undefined; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="number" data-tone={tone}>
        {children}
      </dd>
    </div>
  );
}
