// List of the nodes that use the store.
import { useQuery } from '@tanstack/react-query';
import { nodesQuery } from '../../api/insight';
import { RelativeTime } from '../../ui/instant';
import { Panel } from '../../ui/panel';
import classes from './overview-page.module.css';

export function NodeList() {
  const { data } = useQuery(nodesQuery);
  return (
    <Panel title="Nodes" beside={<span className={classes.quiet}>{data?.items.length ?? '–'} alive</span>} flush>
      <ul className={classes.rows}>
        {data?.items.map((node) => (
          <li key={node.id}>
            <div className={classes.what}>
              <span className={classes.why}>
                <code>{node.id}</code> {node.is_current && '· answers here'}
              </span>
            </div>
            <span className={classes.quiet}>
              {node.version} · zones {node.tzdb} · <RelativeTime at={node.started_at} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
