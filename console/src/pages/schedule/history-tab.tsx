// Every change by a person, the latest first.
import { useQuery } from '@tanstack/react-query';
import { asProblem } from '../../api/problem';
import { revisionsQuery } from '../../api/schedules';
import { ErrorPanel } from '../../ui/error-panel';
import { RelativeTime } from '../../ui/instant';
import { Panel } from '../../ui/panel';
import classes from './history-tab.module.css';

export function HistoryTab({ id }: { id: string }) {
  const { data, error } = useQuery(revisionsQuery(id));
  if (error) return <ErrorPanel problem={asProblem(error)} />;
  return (
    <Panel title="Changes" flush>
      <ol className={classes.changes}>
        {data?.items.map((change) => (
          <li key={change.revision}>
            <span className="number">{change.revision}</span>
            <strong>{change.change.replaceAll('_', ' ')}</strong>
            <span>{change.by}</span>
            <RelativeTime at={change.at} />
          </li>
        ))}
      </ol>
    </Panel>
  );
}
