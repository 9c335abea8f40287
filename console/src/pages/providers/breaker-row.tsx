// Row of one circuit breaker: its state and cause, with manual trip and reset.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Breaker, breakerQuery, breakers } from '../../api/breakers';
import { asProblem } from '../../api/problem';
import { Confirm } from '../../ui/confirm';
import { GuardedButton } from '../../ui/guarded-button';
import { RelativeTime } from '../../ui/instant';
import { Phrase } from '../../ui/phrase';
import { StatusBadge } from '../../ui/status-badge';
import classes from './providers-page.module.css';
import { breakerStrings as strings, strings as pageStrings } from './strings';

const OPERATOR = { role: 'operator' } as const;

export function BreakerRow({ provider, receiver }: { provider: string; receiver: string }) {
  const { data: breaker, error } = useQuery(breakerQuery(provider, receiver));
  const [operation, setOperation] = useState<'trip' | 'reset'>();
  const client = useQueryClient();
  const done = () => {
    setOperation(undefined);
    void client.invalidateQueries({ queryKey: ['breakers'] });
  };
  const shown = receiver || pageStrings.defaultReceiver;
  const confirm = { noteDescription: strings.noteDescription, onDone: done, onClose: () => setOperation(undefined) };
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
            {strings.tripDialog}
          </GuardedButton>
        )}
        {breaker && breaker.state !== 'closed' && (
          <GuardedButton need={OPERATOR} size="compact-xs" variant="default" onClick={() => setOperation('reset')}>
            {strings.resetDialog}
          </GuardedButton>
        )}
        {operation === 'trip' && (
          <Confirm title={strings.tripTitle(shown)} verb={strings.trip} isDangerous act={(note) => breakers.trip({ provider, receiver, note })} {...confirm}>
            {strings.tripText}
          </Confirm>
        )}
        {operation === 'reset' && (
          <Confirm title={strings.resetTitle(shown)} verb={strings.reset} act={(note) => breakers.reset({ provider, receiver, note })} {...confirm}>
            {strings.resetText}
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
        {failures ? `${strings.failures(failures)} ` : ''}
        {successes ? `${strings.successes(successes)} ` : ''}
        {until && (
          <>
            <Phrase text={strings.retried} parts={{ time: <RelativeTime at={until} /> }} />{' '}
          </>
        )}
        {note && <span dir="auto">{note}</span>}
      </span>
    </span>
  );
}
