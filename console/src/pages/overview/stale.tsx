// Warning about schedules that no node has planned. Shown only if there are any, which means that something is
// wrong.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { staleQuery } from '../../api/insight';
import { IconWarning } from '../../ui/icons';
import classes from './overview-page.module.css';

const NAMED = 5;

export function Stale() {
  const { data } = useQuery(staleQuery);
  if (!data || data.stale.length === 0) return null;
  return (
    <div className={classes.stale} role="alert">
      <IconWarning />
      <p>
        {data.stale.length}
        {data.is_cut && '+'} schedules should have been planned and were not. Is a node with the role planner running?{' '}
        {data.stale.slice(0, NAMED).map(({ id }) => (
          <Link key={id} to="/schedules/$id" params={{ id }}>
            {id}{' '}
          </Link>
        ))}
      </p>
    </div>
  );
}
