// Schedules that use a calendar, and their behavior on a day off.
import { Link } from '@tanstack/react-router';
import { whole } from '../../format/length';
import { Panel } from '../../ui/panel';
import classes from './calendars-page.module.css';
import { useCalendarUsers } from './use-calendar-users';

export function UserList({ name }: { name: string }) {
  const { usersOf, seenMax } = useCalendarUsers();
  const users = usersOf(name);
  return (
    <Panel title="Used by" flush>
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
      {users.length === 0 && <p className={classes.none}>No schedule names it yet. In a definition it stands under spec.calendars.</p>}
      {seenMax && <p className={classes.none}>Of the first {whole(seenMax)} schedules.</p>}
    </Panel>
  );
}

function describeDayOff(onDayOff: string | undefined): string {
  switch (onDayOff) {
    case undefined:
    case 'exclude':
      return 'leaves them out';
    case 'previous':
      return 'moves to the day before';
    case 'next':
      return 'moves to the day after';
    default:
      return `moves, ${onDayOff.replaceAll('_', ' ')}`;
  }
}
