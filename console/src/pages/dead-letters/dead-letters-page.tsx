// List of dead letters, and replaying them.
import { SegmentedControl } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { deadLettersQuery, ledger } from '../../api/ledger';
import { Confirm } from '../../ui/confirm';
import { EmptyState } from '../../ui/empty-state';
import filters from '../../ui/filters.module.css';
import { GuardedButton } from '../../ui/guarded-button';
import { PageHead } from '../../ui/page-head';
import { VirtualTable } from '../../ui/virtual-table';
import classes from './dead-letters-page.module.css';
import { LetterCells } from './letter-cells';

const route = getRouteApi('/shell/dead-letters');
const KINDS = [
  { value: 'occurrence', label: 'Occurrences' },
  { value: 'work_item', label: 'Work items' },
];

export function DeadLettersPage() {
  const { kind = 'occurrence' } = route.useSearch();
  const navigate = route.useNavigate();
  const client = useQueryClient();
  const query = useInfiniteQuery(deadLettersQuery(kind));
  const [selected, setSelected] = useState<number[] | 'all'>();
  const done = () => {
    setSelected(undefined);
    notifications.show({ message: 'They run again, with the same idempotency keys.' });
    for (const key of ['dead-letters', 'occurrences', 'stats', 'schedules', 'schedule']) void client.invalidateQueries({ queryKey: [key] });
  };
  const some = (query.data?.pages[0]?.items.length ?? 0) > 0;
  return (
    <>
      <PageHead
        title="Dead letters"
        lead="What failed for good. Running it again sends it with the same idempotency key."
        actions={
          some && (
            <GuardedButton need={{ role: 'operator' }} variant="default" onClick={() => setSelected('all')}>
              Run all again…
            </GuardedButton>
          )
        }
      />
      <div className={filters.filters}>
        <SegmentedControl
          size="xs"
          aria-label="Kind"
          data={KINDS}
          value={kind}
          onChange={(value) => void navigate({ search: { kind: value === 'work_item' ? 'work_item' : 'occurrence' } })}
        />
      </div>
      <VirtualTable
        label="Dead letters"
        query={query}
        columns={['What', 'Failed', 'Why', 'Attempts', '']}
        grid={classes.grid}
        rowKey={(letter) => letter.id}
        renderCells={(letter) => <LetterCells letter={letter} onReplay={() => setSelected([letter.id])} />}
        rowHeight={{ wide: 48, narrow: 96 }}
        empty={<EmptyState title="No dead letters">What fails after its last attempt comes here, and can be run again.</EmptyState>}
      />
      {selected && (
        <Confirm
          title={selected === 'all' ? 'Run all of them again' : 'Run it again'}
          verb="Run again"
          act={(note) => ledger.replay({ kind, ids: selected === 'all' ? null : selected, note })}
          onDone={done}
          onClose={() => setSelected(undefined)}
        >
          {selected === 'all' ? 'Up to 500 of the latest, each with all its attempts before it.' : 'It has all its attempts before it again.'}
        </Confirm>
      )}
    </>
  );
}
