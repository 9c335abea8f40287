// The result of every dispatch step in order, and the verdict.
import type { Report } from '../../../api/rule-test';
import { reason } from '../../../format/words';
import { testStrings as strings } from '../strings';
import classes from './tester.module.css';

export function Steps({ report }: { report: Report }) {
  const { steps, outcome, provider } = report;
  const isStopped = steps.some(({ decision }) => decision === 'stop');
  return (
    <>
      <p className={classes.verdict} data-tone={isStopped ? 'bad' : 'good'}>
        {isStopped ? strings.stopped(outcome?.reason ? reason(outcome.reason) : undefined) : strings.sent(provider)}
      </p>
      <ol className={classes.steps} aria-label={strings.steps}>
        {Object.entries(strings.pipeline).map(([step, { label, passText }]) => {
          const result = steps.find((each) => each.step === step);
          const isLast = step === 'provider' && !isStopped;
          const decision = result?.decision ?? (isLast ? 'pass' : 'never');
          return (
            <li key={step} data-decision={decision}>
              <strong>{label}</strong>
              <span>
                {decision === 'never' ? strings.notReached : (result?.detail ?? (isLast ? strings.sentVia(provider) : passText))}
                {strings.decisions[decision] && <span className="unseen">{strings.decisions[decision]}</span>}
              </span>
            </li>
          );
        })}
      </ol>
    </>
  );
}
