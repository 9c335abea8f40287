// Warning about schedules that no node has planned. Shown only if there are any, which means that something is
// wrong.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { staleQuery } from '../../api/insight';
import { IconWarning } from '../../ui/icons';
import { Phrase } from '../../ui/phrase';
import classes from './overview-page.module.css';
import { strings } from './strings';

const NAMED = 5;

export function Stale() {
  const { data } = useQuery(staleQuery);
  if (!data || data.stale.length === 0) return null;
  return (
    <div className={classes.stale} role="alert">
      <IconWarning />
      <p>
        <Phrase
          text={strings.stale(data.stale.length, data.is_cut)}
          parts={{
            schedules: data.stale.slice(0, NAMED).map(({ id }) => (
              <Link key={id} to="/schedules/$id" params={{ id }}>
                {id}{' '}
              </Link>
            )),
          }}
        />
      </p>
    </div>
  );
}
