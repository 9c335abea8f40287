// List of quotas: the maximum number of occurrences that may start per time window.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { quotas } from '../../api/controls';
import { asProblem } from '../../api/problem';
import { whole } from '../../format/length';
import { ErrorPanel } from '../../ui/error-panel';
import { GuardedButton } from '../../ui/guarded-button';
import { Panel } from '../../ui/panel';
import classes from './holds-page.module.css';

export function QuotaList({ onAdd }: { onAdd: () => void }) {
  const { data, error } = useInfiniteQuery(quotas.list);
  const all = data?.pages.flatMap((page) => page.items) ?? [];
  const add = (
    <GuardedButton need={{ role: 'editor' }} size="compact-xs" variant="default" onClick={onAdd}>
      New cap
    </GuardedButton>
  );
  return (
    <Panel title="Capacities" beside={add} flush>
      {error && <ErrorPanel problem={asProblem(error)} />}
      {data && all.length === 0 && (
        <p className={classes.none}>No cap: whatever is due begins. A cap says how many occurrences of this tenant may begin in a while.</p>
      )}
      <ul className={classes.caps}>
        {all.map(({ name, definition, problem }) => (
          <li key={name}>
            <Link to="/holds" search={{ cap: name }}>
              {name}
            </Link>
            {definition ? (
              <span>
                at most <strong className="number">{whole(definition.limit)}</strong> begin in {definition.window}
              </span>
            ) : (
              <span>{problem}</span>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
