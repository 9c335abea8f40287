// The configured and the actual interval between runs, with the cause of a difference.
import type { ReactNode } from 'react';
import { length } from '../../../format/length';
import { reason } from '../../../format/words';
import { Panel } from '../../../ui/panel';
import type { Cadence } from './cadence';
import { strings } from './strings';
import classes from './trends.module.css';

/** Formats a duration without zero parts: `24 h`, not `24 h 0 min`. */
const pace = (milliseconds: number) => length(milliseconds).replace(/ 0?0 (min|h|s)$/, '');
const shown = (milliseconds: number | undefined) => (milliseconds === undefined ? '–' : pace(milliseconds));

export function CadencePanel({ cadence }: { cadence: Cadence }) {
  const { configured, isEven, effective, waits, runs, isSlow, rows, skipped } = cadence;
  return (
    <Panel title={strings.cadence} beside={<span className={classes.quiet}>{strings.cadenceBeside(rows)}</span>}>
      <dl className={classes.cadence}>
        <Fact name={isEven ? strings.expected : strings.expectedUneven}>{shown(configured)}</Fact>
        <Fact name={strings.actual} tone={isSlow ? 'warn' : undefined}>
          {shown(effective)}
        </Fact>
        <Fact name={strings.startDelay}>{shown(waits)}</Fact>
        <Fact name={strings.duration}>{shown(runs)}</Fact>
      </dl>
      {isSlow && (
        <p className={classes.slow} role="status">
          {strings.slow} {skipped > 0 && `${strings.slowSkipped(skipped, rows, reason(cadence.reason ?? ''))} `}
          {runs !== undefined && configured !== undefined && runs > configured && strings.slowDuration(length(runs), pace(configured))}
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
