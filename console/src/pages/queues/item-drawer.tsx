// Details of one work item, and completing or failing it manually in place of its worker.
import { Button, Drawer, Group, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { asProblem } from '../../api/problem';
import { type WorkItem, workItemQuery, workItems } from '../../api/work-items';
import { exact, ownZone } from '../../format/instant';
import { ErrorPanel } from '../../ui/error-panel';
import { GuardedButton } from '../../ui/guarded-button';
import facts from '../../ui/occurrence/occurrence-drawer.module.css';
import { Phrase } from '../../ui/phrase';
import { StatusBadge } from '../../ui/status-badge';
import { common } from '../../ui/strings';
import classes from './queues-page.module.css';
import { itemStrings as strings } from './strings';

const OPERATOR = { role: 'operator' } as const;

export function ItemDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { data: item, error } = useQuery(workItemQuery(id));
  return (
    <Drawer opened onClose={onClose} position="right" size="md" title={strings.title(id)}>
      {error && !item && <ErrorPanel problem={asProblem(error)} />}
      {item && <Item item={item} />}
    </Drawer>
  );
}

function Item({ item }: { item: WorkItem }) {
  const zone = ownZone();
  const time = (at: string | null | undefined) => (at ? `${exact(at, zone)} ${zone}` : '–');
  return (
    <div className={facts.body}>
      <div className={facts.head}>
        <StatusBadge state={item.state} />
        <strong>{item.queue}</strong>
      </div>
      {item.error && (
        <p className={facts.message} dir="auto">
          {item.error}
        </p>
      )}
      <dl className={facts.facts}>
        <Fact name={strings.key}>{item.key}</Fact>
        <Fact name={strings.priority}>{item.priority}</Fact>
        <Fact name={strings.enqueued}>{time(item.created_at)}</Fact>
        {item.state === 'queued' && <Fact name={strings.notBefore}>{time(item.ready_at)}</Fact>}
        <Fact name={strings.attempts}>{strings.attemptsOf(item.attempt, item.max_attempts)}</Fact>
        {item.worker && <Fact name={strings.worker}>{item.worker}</Fact>}
        {item.state === 'running' && <Fact name={strings.leaseExpires}>{time(item.lease_until)}</Fact>}
        <Fact name={strings.ended}>{time(item.ended_at)}</Fact>
        {item.occurrence && <Fact name={strings.source}>{strings.occurrence(item.occurrence)}</Fact>}
      </dl>
      <Json name={common.payload} value={item.payload} />
      {item.result !== null && item.result !== undefined && <Json name={strings.result} value={item.result} />}
      {item.state === 'running' && <ManualResult item={item} />}
      {item.state === 'dead' && (
        <p className={classes.note}>
          <Phrase
            text={strings.dead}
            parts={{
              deadLetters: (
                <Link to="/dead-letters" search={{ kind: 'work_item' }}>
                  {strings.deadLetters}
                </Link>
              ),
            }}
          />
        </p>
      )}
      {item.state === 'queued' && <p className={classes.note}>{strings.queued}</p>}
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </>
  );
}

function Json({ name, value }: { name: string; value: unknown }) {
  return (
    <div>
      <h3 className={classes.part}>{name}</h3>
      <pre className={facts.message} tabIndex={0} aria-label={strings.asJson(name)}>
        {JSON.stringify(value, null, 2)}
      </pre>
    </div>
  );
}

function ManualResult({ item }: { item: WorkItem }) {
  const { id, fence } = item;
  const [errorText, setErrorText] = useState('');
  const client = useQueryClient();
  const settling = useMutation({
    mutationFn: (result: 'complete' | 'retry' | 'fail') =>
      result === 'complete' ? workItems.complete(id, fence) : workItems.fail(id, fence, errorText.trim() || strings.defaultError, result === 'retry'),
    onSuccess: () => {
      for (const key of ['work-items', 'dead-letters']) void client.invalidateQueries({ queryKey: [key] });
    },
  });
  return (
    <section className={classes.hand} aria-label={strings.finish}>
      <h3 className={classes.part}>{strings.finish}</h3>
      <p className={classes.note}>{strings.finishText}</p>
      <TextInput label={strings.error} description={strings.errorDescription} value={errorText} onChange={(event) => setErrorText(event.currentTarget.value)} />
      {settling.error && <ErrorPanel problem={asProblem(settling.error)} />}
      <Group gap="xs">
        <GuardedButton need={OPERATOR} size="xs" onClick={() => settling.mutate('complete')}>
          {strings.complete}
        </GuardedButton>
        <GuardedButton need={OPERATOR} size="xs" variant="default" onClick={() => settling.mutate('retry')}>
          {strings.retry}
        </GuardedButton>
        <GuardedButton need={OPERATOR} size="xs" variant="default" onClick={() => settling.mutate('fail')}>
          {strings.fail}
        </GuardedButton>
        {settling.isPending && <Button size="xs" loading variant="subtle" aria-label={strings.finishing} />}
      </Group>
    </section>
  );
}
