// The answer: a sentence first, then the evidence.
import type { Schemas } from '../../../api/client';
import { exact } from '../../../format/instant';
import { Panel } from '../../../ui/panel';
import { ReasonText } from '../../../ui/reason-text';
import { StatusBadge } from '../../../ui/status-badge';
import classes from './why-tab.module.css';

export function WhyAnswer({ why, zone }: { why: Schemas['Explanation']; zone: string }) {
  const { evaluation, occurrences, gap, hold, revision: change } = why;
  return (
    <section aria-label="The answer" className={classes.answer}>
      <p className={classes.sentence} role="status" data-answer={why.answer}>
        {why.sentence}
      </p>
      <div className={classes.proofs}>
        {evaluation && (
          <Panel title={evaluation.matches ? 'The rule fires then' : 'The rule does not fire then'} flush>
            <ul className={classes.checks}>
              {evaluation.checks.map((check) => (
                <li key={check.name} data-passed={check.passed}>
                  <span aria-hidden="true">{check.passed ? '✓' : '✗'}</span>
                  <span>{check.name}</span>
                  <strong>{check.value}</strong>
                  <span className="unseen">{check.passed ? 'matches' : 'does not match'}</span>
                </li>
              ))}
            </ul>
          </Panel>
        )}
        {occurrences.length > 0 && (
          <Panel title="In the ledger" flush>
            <ul className={classes.rows}>
              {occurrences.map((row) => (
                <li key={row.id}>
                  <StatusBadge state={row.state} />
                  <ReasonText code={row.reason} message={row.message} />
                  <span className="number">due {exact(row.due_at, zone)}</span>
                </li>
              ))}
            </ul>
          </Panel>
        )}
        {gap && (
          <Panel title="In a gap">
            {gap.count} occurrences from {exact(gap.from, zone)} to {exact(gap.to, zone)} were folded: {gap.reason}.
          </Panel>
        )}
        {hold && <Panel title="A hold">{hold}</Panel>}
        {change && (
          <Panel title="What held then">
            Revision {change.revision}: {change.change.replaceAll('_', ' ')} by {change.by}, {exact(change.at, zone)}
          </Panel>
        )}
      </div>
    </section>
  );
}
