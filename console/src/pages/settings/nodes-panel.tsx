// List of the nodes that use the store.
import { useQuery } from '@tanstack/react-query';
import { nodesQuery } from '../../api/insight';
import { requirementText } from '../../session/permission';
import { usePermission } from '../../session/use-session';
import { RelativeTime } from '../../ui/instant';
import { Panel } from '../../ui/panel';
import { Phrase } from '../../ui/phrase';
import classes from './settings-page.module.css';
import { configStrings, strings } from './strings';

export function NodesPanel() {
  const { allowed } = usePermission('server');
  const { data } = useQuery({ ...nodesQuery, enabled: allowed });
  return (
    <Panel title={strings.nodes} beside={<span className={classes.quiet}>{data && strings.alive(data.items.length)}</span>} flush>
      {!allowed && <p className={classes.none}>{configStrings.requirement(requirementText('server'))}</p>}
      <ul className={classes.nodes}>
        {data?.items.map(({ id, version, tzdb, started_at, is_current }) => (
          <li key={id}>
            <code>{id}</code>
            <span>
              {is_current && strings.thisServer}
              <Phrase text={strings.node(version, tzdb)} parts={{ time: <RelativeTime at={started_at} /> }} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
