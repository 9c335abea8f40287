// List of the nodes that use the store.
import { useQuery } from '@tanstack/react-query';
import { nodesQuery } from '../../api/insight';
import { requirementText } from '../../session/permission';
import { usePermission } from '../../session/use-session';
import { RelativeTime } from '../../ui/instant';
import { Panel } from '../../ui/panel';
import classes from './settings-page.module.css';

export function NodesPanel() {
  const { allowed } = usePermission('server');
  const { data } = useQuery({ ...nodesQuery, enabled: allowed });
  return (
    <Panel title="Nodes" beside={<span className={classes.quiet}>{data ? `${data.items.length} alive` : ''}</span>} flush>
      {!allowed && <p className={classes.none}>{requirementText('server')}.</p>}
      <ul className={classes.nodes}>
        {data?.items.map(({ id, version, tzdb, started_at, is_current }) => (
          <li key={id}>
            <code>{id}</code>
            <span>
              {is_current && 'answers here · '}
              {version} · zones {tzdb} · started <RelativeTime at={started_at} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
