// Row of one circuit breaker: its state and cause, with manual trip and reset.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Breaker, breakerQuery, breakers } from '../../api/breakers';
import { asProblem } from '../../api/problem';
import { Confirm } from '../../ui/confirm';
import { GuardedButton } from '../../ui/guarded-button';
import { RelativeTime } from '../../ui/instant';
import { StatusBadge } from '../../ui/status-badge';
import classes from './providers-page.module.css';

const OPERATOR = { role: 'operator' } as const;

export function BreakerRow({ provider, receiver }: { provider: string; receiver: string }) {
  const { data: breaker, error } = useQuery(breakerQuery(provider, receiver));
  const [operation, setOperation] = useState<'trip' | 'reset'>();
  const client = useQueryClient();
  const done = () => {
    setOperation(undefined);
    void client.invalidateQueries({ queryKey: ['breakers'] });
  };
  const shown = receiver || 'its one receiver';
  const confirm = { noteDescription: 'Kept in the audit, and shown beside the breaker.', onDone: done, onClose: () => setOperation(undefined) };
  return (
    <tr>
      <td className={classes.receiver} dir="auto">
        {receiver ? <code>{receiver}</code> : <span className={classes.quiet}>{shown}</span>}
      </td>
      <td>
        {breaker && <State breaker={breaker} />}
        {error && <span className={classes.problem}>{asProblem(error).message}</span>}
      </td>
      <td className={classes.act}>
        {breaker?.state !== 'tripped' && (
          <GuardedButton need={OPERATOR} size="compact-xs" variant="default" onClick={() => setOperation('trip')}>
            Trip…
          </GuardedButton>
        )}
        {breaker && breaker.state !== 'closed' && (
          <GuardedButton need={OPERATOR} size="compact-xs" variant="default" onClick={() => setOperation('reset')}>
            Reset…
          </GuardedButton>
        )}
        {operation === 'trip' && (
          <Confirm title={`Trip the breaker of ${shown}`} verb="Trip" isDangerous act={(note) => breakers.trip({ provider, receiver, note })} {...confirm}>
            Nothing goes to it until someone resets the breaker. What is due waits, or goes another way if a fallback is set.
          </Confirm>
        )}
        {operation === 'reset' && (
          <Confirm title={`Reset the breaker of ${shown}`} verb="Reset" act={(note) => breakers.reset({ provider, receiver, note })} {...confirm}>
            What waits for it is sent again at once. If it still does not answer, the breaker opens by itself.
          </Confirm>
        )}
      </td>
    </tr>
  );
}

function State({ breaker }: { breaker: Breaker }) {
  const { state, failures, successes, until, note } = breaker;
  return (
    <span className={classes.state}>
      <StatusBadge state={state} />
      <span className={classes.quiet}>
        {failures ? `${failures} failed in a row ` : ''}
        {successes ? `${successes} delivered in a row ` : ''}
        {until && (
          <>
            tried again <RelativeTime at={until} />{' '}
          </>
        )}
        {note && <span dir="auto">{note}</span>}
      </span>
    </span>
  );
}
