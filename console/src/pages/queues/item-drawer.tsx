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
import { StatusBadge } from '../../ui/status-badge';
import classes from './queues-page.module.css';

const OPERATOR = { role: 'operator' } as const;

export function ItemDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { data: item, error } = useQuery(workItemQuery(id));
  return (
    <Drawer opened onClose={onClose} position="right" size="md" title={`Work item ${id}`} closeButtonProps={{ 'aria-label': 'Close' }}>
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
        <Fact name="Key">{item.key}</Fact>
        <Fact name="Priority">{item.priority}</Fact>
        <Fact name="Handed in">{time(item.created_at)}</Fact>
        {item.state === 'queued' && <Fact name="Not before">{time(item.ready_at)}</Fact>}
        <Fact name="Attempts">{`${item.attempt} of ${item.max_attempts}`}</Fact>
        {item.worker && <Fact name="Worker">{item.worker}</Fact>}
        {item.state === 'running' && <Fact name="Held until">{time(item.lease_until)}</Fact>}
        <Fact name="Ended">{time(item.ended_at)}</Fact>
        {item.occurrence && <Fact name="Came from">{`occurrence ${item.occurrence}`}</Fact>}
      </dl>
      <Json name="Payload" value={item.payload} />
      {item.result !== null && item.result !== undefined && <Json name="Result" value={item.result} />}
      {item.state === 'running' && <ManualResult item={item} />}
      {item.state === 'dead' && (
        <p className={classes.note}>
          It failed for good. <Link to="/dead-letters" search={{ kind: 'work_item' }}>Among the dead letters</Link> it can be run again.
        </p>
      )}
      {item.state === 'queued' && <p className={classes.note}>It waits for a worker to claim it from its queue.</p>}
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
      <pre className={facts.message} tabIndex={0} aria-label={`${name} as JSON`}>
        {JSON.stringify(value, null, 2)}
      </pre>
    </div>
  );
}

function ManualResult({ item }: { item: WorkItem }) {
  const { id, fence } = item;
  const [why, setWhy] = useState('');
  const client = useQueryClient();
  const settling = useMutation({
    mutationFn: (how: 'done' | 'again' | 'dead') =>
      how === 'done' ? workItems.complete(id, fence) : workItems.fail(id, fence, why.trim() || 'ended by hand', how === 'again'),
    onSuccess: () => {
      for (const key of ['work-items', 'dead-letters']) void client.invalidateQueries({ queryKey: [key] });
    },
  });
  return (
    <section className={classes.hand} aria-label="End it by hand">
      <h3 className={classes.part}>End it by hand</h3>
      <p className={classes.note}>Its worker loses it: whatever it says afterwards is refused.</p>
      <TextInput label="What went wrong" description="For a failure" value={why} onChange={(event) => setWhy(event.currentTarget.value)} />
      {settling.error && <ErrorPanel problem={asProblem(settling.error)} />}
      <Group gap="xs">
        <GuardedButton need={OPERATOR} size="xs" onClick={() => settling.mutate('done')}>
          It is done
        </GuardedButton>
        <GuardedButton need={OPERATOR} size="xs" variant="default" onClick={() => settling.mutate('again')}>
          Try it again
        </GuardedButton>
        <GuardedButton need={OPERATOR} size="xs" variant="default" onClick={() => settling.mutate('dead')}>
          Give it up
        </GuardedButton>
        {settling.isPending && <Button size="xs" loading variant="subtle" aria-label="Ending it" />}
      </Group>
    </section>
  );
}
