// List of the nodes that use the store.
import { useQuery } from '@tanstack/react-query';
import { nodesQuery } from '../../api/insight';
import { RelativeTime } from '../../ui/instant';
import { Panel } from '../../ui/panel';
import { Phrase } from '../../ui/phrase';
import classes from './overview-page.module.css';
import { strings } from './strings';

export function NodeList() {
  const { data } = useQuery(nodesQuery);
  return (
    <Panel title={strings.nodes} beside={<span className={classes.quiet}>{strings.alive(data?.items.length)}</span>} flush>
      <ul className={classes.rows}>
        {data?.items.map((node) => (
          <li key={node.id}>
            <div className={classes.what}>
              <span className={classes.why}>
                <code>{node.id}</code> {node.is_current && strings.thisServer}
              </span>
            </div>
            <span className={classes.quiet}>
              <Phrase text={strings.node(node.version, node.tzdb)} parts={{ time: <RelativeTime at={node.started_at} /> }} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
