// List of calendars: days off that schedules exclude or move away from.
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { calendars } from '../../api/controls';
import { EmptyState } from '../../ui/empty-state';
import { GuardedButton } from '../../ui/guarded-button';
import { IconPlus } from '../../ui/icons';
import { ListTable } from '../../ui/list-table';
import { PageHead } from '../../ui/page-head';
import { CalendarCells } from './calendar-cells';
import classes from './calendars-page.module.css';
import { NewCalendar } from './new-calendar';
import { useCalendarUsers } from './use-calendar-users';

const route = getRouteApi('/shell/calendars');

export function CalendarsPage() {
  const { add } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useInfiniteQuery(calendars.list);
  const { usersOf } = useCalendarUsers();
  return (
    <>
      <PageHead
        title="Days off"
        lead="Calendars of days that a schedule leaves out, or moves its fires away from."
        actions={
          <GuardedButton need={{ role: 'editor' }} leftSection={<IconPlus />} onClick={() => void navigate({ search: { add: 'calendar' } })}>
            New calendar
          </GuardedButton>
        }
      />
      <ListTable
        label="Calendars"
        query={query}
        columns={['Calendar', 'Every week', 'Next date', 'Dates', 'Used by']}
        grid={classes.grid}
        rowKey={(control) => control.name}
        renderCells={(control) => <CalendarCells control={control} users={usersOf(control.name).length} />}
        empty={
          <EmptyState title="No calendar yet">
            A calendar holds the days on which you do not work: weekdays, and dates such as holidays, typed or from an iCalendar file. A schedule that names it
            leaves those days out, or moves to the next working day.
          </EmptyState>
        }
      />
      {add && <NewCalendar onClose={() => void navigate({ search: {} })} />}
    </>
  );
}
