// List of alerts.
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type Alert, alerts } from '../../api/controls';
import { EmptyState } from '../../ui/empty-state';
import { GuardedButton } from '../../ui/guarded-button';
import { IconPlus } from '../../ui/icons';
import { ListTable } from '../../ui/list-table';
import { ControlDrawer, type ControlEditor } from '../../ui/control/control-drawer';
import { PageHead } from '../../ui/page-head';
import { AlertCells } from './alert-cells';
import { type AlertDraft, alertDraft, alertOf } from './alert-draft';
import { AlertFields } from './alert-fields';
import classes from './alerts-page.module.css';

const route = getRouteApi('/shell/alerts');

const ALERT_EDITOR: ControlEditor<Alert, AlertDraft> = {
  noun: 'alert',
  family: alerts,
  toDraft: alertDraft,
  toDefinition: alertOf,
  renderFields: (draft, set) => <AlertFields draft={draft} set={set} />,
  removal: { verb: 'Delete', description: 'Nobody is told by it any more. Alarms are still seen here and in the log.' },
};

export function AlertsPage() {
  const { alert, add } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useInfiniteQuery(alerts.list);
  return (
    <>
      <PageHead
        title="Alerts"
        lead="Who is told when something fails, is missed, or works again."
        actions={
          <GuardedButton need={{ role: 'editor' }} leftSection={<IconPlus />} onClick={() => void navigate({ search: { add: 'alert' } })}>
            New alert
          </GuardedButton>
        }
      />
      <ListTable
        label="Alerts"
        query={query}
        columns={['Alert', 'Tells when', 'About', 'Sent by']}
        grid={classes.grid}
        rowKey={(control) => control.name}
        renderCells={(control) => <AlertCells control={control} />}
        empty={
          <EmptyState title="Nobody is told yet">
            An alert sends a message through any provider: to a chat when a schedule fails three times in a row, and again when it recovers.
          </EmptyState>
        }
      />
      {(alert !== undefined || add) && <ControlDrawer editor={ALERT_EDITOR} name={alert} onClose={() => void navigate({ search: {} })} />}
    </>
  );
}
