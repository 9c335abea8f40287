// Attempts of an occurrence, in order.
import type { Attempt } from '../../api/ledger';
import { clock } from '../../format/instant';
import { durationBetween } from '../../format/length';
import { occurrenceStrings } from '../strings';
import classes from './occurrence-drawer.module.css';

export function AttemptList({ attempts, zone }: { attempts: Attempt[]; zone: string }) {
  if (attempts.length === 0) return <p className={classes.quiet}>{occurrenceStrings.noAttempts}</p>;
  return (
    <ol className={classes.attempts} aria-label={occurrenceStrings.attempts}>
      {attempts.map((attempt) => (
        <li key={`${attempt.fence} ${attempt.number}`}>
          <div className={classes.line}>
            <strong>{occurrenceStrings.attempt(attempt.number, attempt.outcome.replaceAll('_', ' '))}</strong>
            <span className="number">
              {attempt.started_at && clock(attempt.started_at, zone)} {durationBetween(attempt.started_at, attempt.ended_at)}
            </span>
          </div>
          {attempt.message && (
            <p className={classes.quiet} dir="auto">
              {attempt.message}
            </p>
          )}
          <div className={classes.line}>
            <span>{attempt.node}</span>
          </div>
        </li>
      ))}
    </ol>
  );
}
