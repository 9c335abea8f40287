// The result of every dispatch step in order, and the verdict.
import type { Report } from '../../../api/rule-test';
import { reason } from '../../../format/words';
import classes from './tester.module.css';

const ROAD: { step: string; label: string; told: string }[] = [
  { step: 'guard', label: 'Guard', told: 'no loop, and nothing that is not allowed' },
  { step: 'orders', label: 'Holds and caps', told: 'nothing holds it' },
  { step: 'rules', label: 'Rules', told: 'no rule holds' },
  { step: 'dedup', label: 'Dedup', told: 'not sent before' },
  { step: 'throttle', label: 'Throttle', told: 'within its limits' },
  { step: 'breaker', label: 'Breaker', told: 'its receiver is asked' },
  { step: 'provider', label: 'Provider', told: 'sends it' },
];
const SIGNS: Record<string, string> = { pass: 'passes', changed: 'changed', stop: 'stopped' };

export function Steps({ report }: { report: Report }) {
  const { steps, outcome, provider } = report;
  const isStopped = steps.some(({ decision }) => decision === 'stop');
  return (
    <>
      <p className={classes.verdict} data-tone={isStopped ? 'bad' : 'good'}>
        {isStopped ? `It would not be sent${outcome?.reason ? `: ${reason(outcome.reason)}` : ''}.` : `${provider} would send it.`}
      </p>
      <ol className={classes.steps} aria-label="Steps">
        {ROAD.map(({ step, label, told }) => {
          const said = steps.find((each) => each.step === step);
          const isLast = step === 'provider' && !isStopped;
          const decision = said?.decision ?? (isLast ? 'pass' : 'never');
          return (
            <li key={step} data-decision={decision}>
              <strong>{label}</strong>
              <span>
                {decision === 'never' ? 'not reached' : (said?.detail ?? (isLast ? `${provider} sends it` : told))}
                {SIGNS[decision] && <span className="unseen">, {SIGNS[decision]}</span>}
              </span>
            </li>
          );
        })}
      </ol>
    </>
  );
}
