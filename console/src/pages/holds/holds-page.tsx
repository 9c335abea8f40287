// Holds and quotas.
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { holds } from '../../api/controls';
import { EmptyState } from '../../ui/empty-state';
import { GuardedButton } from '../../ui/guarded-button';
import { IconPlus } from '../../ui/icons';
import { ListTable } from '../../ui/list-table';
import { ControlDrawer } from '../../ui/control/control-drawer';
import { PageHead } from '../../ui/page-head';
import { QuotaList } from './quota-list';
import { HoldCells } from './hold-cells';
import { QUOTA_EDITOR, HOLD_EDITOR } from './control-editors';
import classes from './holds-page.module.css';

const route = getRouteApi('/shell/holds');
const EDITOR = { role: 'editor' } as const;

export function HoldsPage() {
  const { hold, cap, add } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useInfiniteQuery(holds.list);
  const close = () => void navigate({ search: {} });
  const create = (
    <GuardedButton need={EDITOR} leftSection={<IconPlus />} onClick={() => void navigate({ search: { add: 'hold' } })}>
      New hold
    </GuardedButton>
  );
  return (
    <>
      <PageHead title="Holds" lead="What a hold covers is not sent, and every occurrence of it is recorded as skipped." actions={create} />
      <div className={classes.parts}>
        <ListTable
          label="Holds"
          query={query}
          columns={['Hold', 'Covers', 'Counts', 'Note']}
          grid={classes.grid}
          rowKey={(control) => control.name}
          renderCells={(control) => <HoldCells control={control} />}
          empty={
            <EmptyState title="Nothing is held">
              A hold keeps schedules from firing without changing them: a legal hold, a customer who left, a maintenance window with a beginning and an
              end. It finds them by name, by label or by what they belong to.
            </EmptyState>
          }
        />
        <QuotaList onAdd={() => void navigate({ search: { add: 'cap' } })} />
      </div>
      {(hold !== undefined || add === 'hold') && <ControlDrawer editor={HOLD_EDITOR} name={hold} onClose={close} />}
      {(cap !== undefined || add === 'cap') && <ControlDrawer editor={QUOTA_EDITOR} name={cap} onClose={close} />}
    </>
  );
}
