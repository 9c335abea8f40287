// List of work items: age, attempts and worker.
import { SegmentedControl } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { workItemsQuery } from '../../api/work-items';
import { WORK_STATES } from '../../app/search';
import { EmptyState } from '../../ui/empty-state';
import filters from '../../ui/filters.module.css';
import { GuardedButton } from '../../ui/guarded-button';
import { IconPlus, IconSearch } from '../../ui/icons';
import { PageHead } from '../../ui/page-head';
import { TypedFilter } from '../../ui/typed-filter';
import { VirtualTable } from '../../ui/virtual-table';
import { EnqueueDialog } from './enqueue-dialog';
import { ItemCells } from './item-cells';
import { ItemDrawer } from './item-drawer';
import classes from './queues-page.module.css';

const route = getRouteApi('/shell/queues');
const STATES = [{ value: '', label: 'all' }, ...WORK_STATES.map((state) => ({ value: state, label: state }))];

export function QueuesPage() {
  const { queue, state, item, add } = route.useSearch();
  const navigate = route.useNavigate();
  const set = (part: Partial<ReturnType<typeof route.useSearch>>) => void navigate({ search: (before) => ({ ...before, ...part }), replace: true });
  const query = useInfiniteQuery(workItemsQuery({ queue, state }));
  const close = () => set({ item: undefined, add: undefined });
  return (
    <>
      <PageHead
        title="Work queues"
        lead="Work that waits for your own workers, pulled over HTTP or in the process."
        actions={
          <GuardedButton need={{ permission: 'fire' }} variant="default" leftSection={<IconPlus />} onClick={() => set({ add: 'item' })}>
            Hand in work
          </GuardedButton>
        }
      />
      <search className={filters.filters}>
        <TypedFilter label="Queue" placeholder="Name of a queue" icon={<IconSearch />} value={queue} onChange={(value) => set({ queue: value })} />
        <SegmentedControl
          size="xs"
          aria-label="State"
          data={STATES}
          value={state ?? ''}
          onChange={(value) => set({ state: WORK_STATES.find((each) => each === value) })}
        />
      </search>
      <VirtualTable
        label="Work items"
        query={query}
        columns={['Work', 'State', 'Handed in', 'Attempts', 'Worker', 'What came of it']}
        grid={classes.grid}
        rowKey={(row) => row.id}
        renderCells={(row) => <ItemCells item={row} />}
        rowHeight={{ wide: 52, narrow: 92 }}
        empty={
          queue || state ? (
            <EmptyState title="No work item matches">
              Queues are named exactly. <Link to="/queues">Show all of them</Link>.
            </EmptyState>
          ) : (
            <EmptyState title="No work waits">
              A schedule whose provider is <code>queue</code> puts a work item here each time it fires. Your workers take it with{' '}
              <code>POST /v1/work-items/claim</code>, and say when it is done; if they die, another takes it.
            </EmptyState>
          )
        }
      />
      {item !== undefined && <ItemDrawer id={item} onClose={close} />}
      {add && <EnqueueDialog queue={queue ?? ''} onClose={close} onDone={(id) => set({ add: undefined, item: id })} />}
    </>
  );
}
