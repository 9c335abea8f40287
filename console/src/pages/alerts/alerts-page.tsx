// List of alerts.
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type Alert, alerts } from '../../api/controls';
import { ControlDrawer, type ControlEditor } from '../../ui/control/control-drawer';
import { EmptyState } from '../../ui/empty-state';
import { GuardedButton } from '../../ui/guarded-button';
import { IconPlus } from '../../ui/icons';
import { ListTable } from '../../ui/list-table';
import { PageHead } from '../../ui/page-head';
import { AlertCells } from './alert-cells';
import { type AlertDraft, alertDraft, alertOf } from './alert-draft';
import { AlertFields } from './alert-fields';
import classes from './alerts-page.module.css';
import { strings } from './strings';

const route = getRouteApi('/shell/alerts');

const ALERT_EDITOR: ControlEditor<Alert, AlertDraft> = {
  noun: strings.noun,
  family: alerts,
  toDraft: alertDraft,
  toDefinition: alertOf,
  renderFields: (draft, set) => <AlertFields draft={draft} set={set} />,
  removal: strings.removal,
};

export function AlertsPage() {
  const { alert, add } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useInfiniteQuery(alerts.list);
  return (
    <>
      <PageHead
        title={strings.title}
        lead={strings.lead}
        actions={
          <GuardedButton need={{ role: 'editor' }} leftSection={<IconPlus />} onClick={() => void navigate({ search: { add: 'alert' } })}>
            {strings.new}
          </GuardedButton>
        }
      />
      <ListTable
        label={strings.title}
        query={query}
        columns={strings.columns}
        grid={classes.grid}
        rowKey={(control) => control.name}
        renderCells={(control) => <AlertCells control={control} />}
        empty={
          <EmptyState title={strings.empty}>{strings.emptyText}</EmptyState>
        }
      />
      {(alert !== undefined || add) && <ControlDrawer editor={ALERT_EDITOR} name={alert} onClose={() => void navigate({ search: {} })} />}
    </>
  );
}
