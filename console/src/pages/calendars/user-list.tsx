// Schedules that use a calendar, and their behavior on a day off.
import { Link } from '@tanstack/react-router';
import { Panel } from '../../ui/panel';
import classes from './calendars-page.module.css';
import { strings } from './strings';
import { useCalendarUsers } from './use-calendar-users';

export function UserList({ name }: { name: string }) {
  const { usersOf, seenMax } = useCalendarUsers();
  const users = usersOf(name);
  return (
    <Panel title={strings.usedBy} flush>
      <ul className={classes.users}>
        {users.map(({ id, spec }) => (
          <li key={id}>
            <Link to="/schedules/$id" params={{ id }}>
              {id}
            </Link>
            <span>{describeDayOff(spec?.calendars?.find((use) => use.name === name)?.on_day_off)}</span>
          </li>
        ))}
      </ul>
      {users.length === 0 && <p className={classes.none}>{strings.usedByNone}</p>}
      {seenMax && <p className={classes.none}>{strings.usedByCut(seenMax)}</p>}
    </Panel>
  );
}

function describeDayOff(policy = 'exclude'): string {
  return strings.dayOff[policy] ?? strings.otherDayOff(policy.replaceAll('_', ' '));
}
