// List of quotas: the maximum number of occurrences that may start per time window.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { quotas } from '../../api/controls';
import { asProblem } from '../../api/problem';
import { whole } from '../../format/length';
import { ErrorPanel } from '../../ui/error-panel';
import { GuardedButton } from '../../ui/guarded-button';
import { Panel } from '../../ui/panel';
import { Phrase } from '../../ui/phrase';
import classes from './holds-page.module.css';
import { quotaStrings as strings } from './strings';

export function QuotaList({ onAdd }: { onAdd: () => void }) {
  const { data, error } = useInfiniteQuery(quotas.list);
  const all = data?.pages.flatMap((page) => page.items) ?? [];
  const add = (
    <GuardedButton need={{ role: 'editor' }} size="compact-xs" variant="default" onClick={onAdd}>
      {strings.new}
    </GuardedButton>
  );
  return (
    <Panel title={strings.title} beside={add} flush>
      {error && <ErrorPanel problem={asProblem(error)} />}
      {data && all.length === 0 && <p className={classes.none}>{strings.empty}</p>}
      <ul className={classes.quotas}>
        {all.map(({ name, definition, problem }) => (
          <li key={name}>
            <Link to="/holds" search={{ quota: name }}>
              {name}
            </Link>
            {definition ? (
              <span>
                <Phrase text={strings.limit} parts={{ count: <strong className="number">{whole(definition.limit)}</strong>, window: definition.window }} />
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
