// Holds and quotas.
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { holds } from '../../api/controls';
import { ControlDrawer } from '../../ui/control/control-drawer';
import { EmptyState } from '../../ui/empty-state';
import { GuardedButton } from '../../ui/guarded-button';
import { IconPlus } from '../../ui/icons';
import { ListTable } from '../../ui/list-table';
import { PageHead } from '../../ui/page-head';
import { QUOTA_EDITOR, HOLD_EDITOR } from './control-editors';
import { HoldCells } from './hold-cells';
import classes from './holds-page.module.css';
import { QuotaList } from './quota-list';
import { strings } from './strings';

const route = getRouteApi('/shell/holds');
const EDITOR = { role: 'editor' } as const;

export function HoldsPage() {
  const { hold, quota, add } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useInfiniteQuery(holds.list);
  const close = () => void navigate({ search: {} });
  const create = (
    <GuardedButton need={EDITOR} leftSection={<IconPlus />} onClick={() => void navigate({ search: { add: 'hold' } })}>
      {strings.new}
    </GuardedButton>
  );
  return (
    <>
      <PageHead title={strings.title} lead={strings.lead} actions={create} />
      <div className={classes.parts}>
        <ListTable
          label={strings.title}
          query={query}
          columns={strings.columns}
          grid={classes.grid}
          rowKey={(control) => control.name}
          renderCells={(control) => <HoldCells control={control} />}
          empty={
            <EmptyState title={strings.empty}>{strings.emptyText}</EmptyState>
          }
        />
        <QuotaList onAdd={() => void navigate({ search: { add: 'quota' } })} />
      </div>
      {(hold !== undefined || add === 'hold') && <ControlDrawer editor={HOLD_EDITOR} name={hold} onClose={close} />}
      {(quota !== undefined || add === 'quota') && <ControlDrawer editor={QUOTA_EDITOR} name={quota} onClose={close} />}
    </>
  );
}
