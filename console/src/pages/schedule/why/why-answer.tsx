// The answer: a sentence first, then the evidence.
import type { Schemas } from '../../../api/client';
import { exact } from '../../../format/instant';
import { reason } from '../../../format/words';
import { Panel } from '../../../ui/panel';
import { ReasonText } from '../../../ui/reason-text';
import { StatusBadge } from '../../../ui/status-badge';
import { whyStrings as strings } from '../strings';
import classes from './why-tab.module.css';

export function WhyAnswer({ why, zone }: { why: Schemas['Explanation']; zone: string }) {
  const { evaluation, occurrences, gap, hold, revision: change } = why;
  return (
    <section aria-label={strings.answer} className={classes.answer}>
      <p className={classes.sentence} role="status" data-answer={why.answer}>
        {why.sentence}
      </p>
      <div className={classes.evidence}>
        {evaluation && (
          <Panel title={evaluation.matches ? strings.matches : strings.doesNotMatch} flush>
            <ul className={classes.checks}>
              {evaluation.checks.map((check) => (
                <li key={check.name} data-passed={check.passed}>
                  <span aria-hidden="true">{check.passed ? '✓' : '✗'}</span>
                  <span>{check.name}</span>
                  <strong>{check.value}</strong>
                  <span className="unseen">{check.passed ? strings.fieldMatches : strings.fieldDoesNotMatch}</span>
                </li>
              ))}
            </ul>
          </Panel>
        )}
        {occurrences.length > 0 && (
          <Panel title={strings.inLedger} flush>
            <ul className={classes.rows}>
              {occurrences.map((row) => (
                <li key={row.id}>
                  <StatusBadge state={row.state} />
                  <ReasonText code={row.reason} message={row.message} />
                  <span className="number">{strings.due(exact(row.due_at, zone))}</span>
                </li>
              ))}
            </ul>
          </Panel>
        )}
        {gap && (
          <Panel title={strings.gap}>{strings.gapText(gap.count, exact(gap.from, zone), exact(gap.to, zone), reason(gap.reason))}</Panel>
        )}
        {hold && <Panel title={strings.hold}>{hold}</Panel>}
        {change && (
          <Panel title={strings.version}>
            {strings.versionText(change.revision, change.change.replaceAll('_', ' '), change.by, exact(change.at, zone))}
          </Panel>
        )}
      </div>
    </section>
  );
}
