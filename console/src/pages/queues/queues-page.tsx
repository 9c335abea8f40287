// List of work items: age, attempts and worker.
import { SegmentedControl } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { workItemsQuery } from '../../api/work-items';
import { WORK_STATES } from '../../app/search';
import { stateText } from '../../format/words';
import { EmptyState } from '../../ui/empty-state';
import filters from '../../ui/filters.module.css';
import { GuardedButton } from '../../ui/guarded-button';
import { IconPlus, IconSearch } from '../../ui/icons';
import { PageHead } from '../../ui/page-head';
import { Phrase } from '../../ui/phrase';
import { common } from '../../ui/strings';
import { TypedFilter } from '../../ui/typed-filter';
import { VirtualTable } from '../../ui/virtual-table';
import { EnqueueDialog } from './enqueue-dialog';
import { ItemCells } from './item-cells';
import { ItemDrawer } from './item-drawer';
import classes from './queues-page.module.css';
import { strings } from './strings';

const route = getRouteApi('/shell/queues');
const STATES = [{ value: '', label: common.all }, ...WORK_STATES.map((state) => ({ value: state, label: stateText(state) }))];

export function QueuesPage() {
  const { queue, state, item, add } = route.useSearch();
  const navigate = route.useNavigate();
  const set = (part: Partial<ReturnType<typeof route.useSearch>>) => void navigate({ search: (before) => ({ ...before, ...part }), replace: true });
  const query = useInfiniteQuery(workItemsQuery({ queue, state }));
  const close = () => set({ item: undefined, add: undefined });
  return (
    <>
      <PageHead
        title={strings.title}
        lead={strings.lead}
        actions={
          <GuardedButton need={{ permission: 'fire' }} variant="default" leftSection={<IconPlus />} onClick={() => set({ add: 'item' })}>
            {strings.enqueueDialog}
          </GuardedButton>
        }
      />
      <search className={filters.filters}>
        <TypedFilter label={strings.queue} placeholder={strings.queuePlaceholder} icon={<IconSearch />} value={queue} onChange={(value) => set({ queue: value })} />
        <SegmentedControl
          size="xs"
          aria-label={common.state}
          data={STATES}
          value={state ?? ''}
          onChange={(value) => set({ state: WORK_STATES.find((each) => each === value) })}
        />
      </search>
      <VirtualTable
        label={strings.items}
        query={query}
        columns={strings.columns}
        grid={classes.grid}
        rowKey={(row) => row.id}
        renderCells={(row) => <ItemCells item={row} />}
        rowHeight={{ wide: 52, narrow: 92 }}
        empty={
          queue || state ? (
            <EmptyState title={strings.noMatch}>
              <Phrase text={strings.noMatchText} parts={{ clear: <Link to="/queues">{common.clearFilters}</Link> }} />
            </EmptyState>
          ) : (
            <EmptyState title={strings.empty}>
              <Phrase text={strings.emptyText} parts={{ provider: <code>{strings.emptyProvider}</code>, claim: <code>{strings.emptyClaim}</code> }} />
            </EmptyState>
          )
        }
      />
      {item !== undefined && <ItemDrawer id={item} onClose={close} />}
      {add && <EnqueueDialog queue={queue ?? ''} onClose={close} onDone={(id) => set({ add: undefined, item: id })} />}
    </>
  );
}
