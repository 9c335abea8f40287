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
import { common } from '../../ui/strings';
import { VirtualTable } from '../../ui/virtual-table';
import classes from './dead-letters-page.module.css';
import { LetterCells } from './letter-cells';
import { strings } from './strings';

const route = getRouteApi('/shell/dead-letters');
const KINDS = Object.entries(strings.kinds).map(([value, label]) => ({ value, label }));

export function DeadLettersPage() {
  const { kind = 'occurrence' } = route.useSearch();
  const navigate = route.useNavigate();
  const client = useQueryClient();
  const query = useInfiniteQuery(deadLettersQuery(kind));
  const [selected, setSelected] = useState<number[] | 'all'>();
  const done = () => {
    setSelected(undefined);
    notifications.show({ message: strings.started });
    for (const key of ['dead-letters', 'occurrences', 'stats', 'schedules', 'schedule']) void client.invalidateQueries({ queryKey: [key] });
  };
  const some = (query.data?.pages[0]?.items.length ?? 0) > 0;
  return (
    <>
      <PageHead
        title={strings.title}
        lead={strings.lead}
        actions={
          some && (
            <GuardedButton need={{ role: 'operator' }} variant="default" onClick={() => setSelected('all')}>
              {strings.runAllDialog}
            </GuardedButton>
          )
        }
      />
      <div className={filters.filters}>
        <SegmentedControl
          size="xs"
          aria-label={strings.kind}
          data={KINDS}
          value={kind}
          onChange={(value) => void navigate({ search: { kind: value === 'work_item' ? 'work_item' : 'occurrence' } })}
        />
      </div>
      <VirtualTable
        label={strings.title}
        query={query}
        columns={strings.columns}
        grid={classes.grid}
        rowKey={(letter) => letter.id}
        renderCells={(letter) => <LetterCells letter={letter} onReplay={() => setSelected([letter.id])} />}
        rowHeight={{ wide: 48, narrow: 96 }}
        empty={<EmptyState title={strings.empty}>{strings.emptyText}</EmptyState>}
      />
      {selected && (
        <Confirm
          title={selected === 'all' ? strings.runAllTitle : strings.runOneTitle}
          verb={strings.runAgain}
          noteDescription={common.noteInAudit}
          act={(note) => ledger.replay({ kind, ids: selected === 'all' ? null : selected, note })}
          onDone={done}
          onClose={() => setSelected(undefined)}
        >
          {selected === 'all' ? strings.runAllText : strings.runOneText}
        </Confirm>
      )}
    </>
  );
}
