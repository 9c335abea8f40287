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
import { strings } from './strings';
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
        title={strings.title}
        lead={strings.lead}
        actions={
          <GuardedButton need={{ role: 'editor' }} leftSection={<IconPlus />} onClick={() => void navigate({ search: { add: 'calendar' } })}>
            {strings.new}
          </GuardedButton>
        }
      />
      <ListTable
        label={strings.list}
        query={query}
        columns={strings.columns}
        grid={classes.grid}
        rowKey={(control) => control.name}
        renderCells={(control) => <CalendarCells control={control} users={usersOf(control.name).length} />}
        empty={
          <EmptyState title={strings.empty}>{strings.emptyText}</EmptyState>
        }
      />
      {add && <NewCalendar onClose={() => void navigate({ search: {} })} />}
    </>
  );
}
