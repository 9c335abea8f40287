// Version of the server and state of its store.
import { useQuery } from '@tanstack/react-query';
import { nodesQuery, type Readiness } from '../../api/insight';
import { asProblem } from '../../api/problem';
import { usePermission } from '../../session/use-session';
import { ErrorPanel } from '../../ui/error-panel';
import { Panel } from '../../ui/panel';
import { StatusBadge } from '../../ui/status-badge';
import { Facts } from './facts';
import classes from './settings-page.module.css';
import { strings } from './strings';

export function ServerPanel({ ready, error }: { ready: Readiness | undefined; error: Error | null }) {
  const maySeeNodes = usePermission('server').allowed;
  const nodes = useQuery({ ...nodesQuery, enabled: maySeeNodes });
  const version = nodes.data?.items.find(({ is_current }) => is_current)?.version;
  return (
    <Panel title={strings.server} beside={<StatusBadge state={error ? 'unusable' : (ready?.status ?? strings.loading)} />} flush>
      {error && <ErrorPanel problem={asProblem(error)} />}
      {ready && (
        <Facts
          facts={[
            ...(version ? ([[strings.version, version]] as [string, string][]) : []),
            [strings.store, strings.storeValue(ready.store, ready.schema_version)],
            [strings.tzData, ready.tzdb],
          ]}
        />
      )}
      {ready?.warnings.map((warning) => (
        <p key={warning} className={classes.warning}>
          {warning}
        </p>
      ))}
    </Panel>
  );
}
