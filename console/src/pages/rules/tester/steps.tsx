// The result of every dispatch step in order, and the verdict.
import type { Report } from '../../../api/rule-test';
import { reason } from '../../../format/words';
import classes from './tester.module.css';

const PIPELINE: { step: string; label: string; passText: string }[] = [
  { step: 'guard', label: 'Guard', passText: 'no loop, and nothing that is not allowed' },
  { step: 'controls', label: 'Holds and caps', passText: 'nothing holds it' },
  { step: 'rules', label: 'Rules', passText: 'no rule holds' },
  { step: 'dedup', label: 'Dedup', passText: 'not sent before' },
  { step: 'throttle', label: 'Throttle', passText: 'within its limits' },
  { step: 'breaker', label: 'Breaker', passText: 'its receiver is asked' },
  { step: 'provider', label: 'Provider', passText: 'sends it' },
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
        {PIPELINE.map(({ step, label, passText }) => {
          const result = steps.find((each) => each.step === step);
          const isLast = step === 'provider' && !isStopped;
          const decision = result?.decision ?? (isLast ? 'pass' : 'never');
          return (
            <li key={step} data-decision={decision}>
              <strong>{label}</strong>
              <span>
                {decision === 'never' ? 'not reached' : (result?.detail ?? (isLast ? `${provider} sends it` : passText))}
                {SIGNS[decision] && <span className="unseen">, {SIGNS[decision]}</span>}
              </span>
            </li>
          );
        })}
      </ol>
    </>
  );
}
