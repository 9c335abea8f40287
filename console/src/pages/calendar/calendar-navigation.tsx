// Navigation to the previous or next range, and between views.
import { ActionIcon, Button, SegmentedControl } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { CALENDAR_VIEWS, type CalendarView } from '../../app/search';
import type { CivilDate } from '../../format/day';
import { IconChevron } from '../../ui/icons';
import classes from './calendar-page.module.css';
import { strings } from './strings';
import { shiftDate } from './window';

const route = getRouteApi('/shell/calendar');

export function CalendarNavigation({ view, date, today }: { view: CalendarView; date: CivilDate; today: CivilDate }) {
  const navigate = route.useNavigate();
  const set = (part: { view?: CalendarView | undefined; date?: string | undefined }) => void navigate({ search: (before) => ({ ...before, ...part }) });
  return (
    <div className={classes.moves}>
      <SegmentedControl
        size="xs"
        aria-label={strings.view}
        data={[...CALENDAR_VIEWS]}
        value={view}
        onChange={(value) => set({ view: CALENDAR_VIEWS.find((one) => one === value) })}
      />
      <div className={classes.arrows}>
        <ActionIcon variant="default" size={30} aria-label={strings.previous} className={classes.back} onClick={() => set({ date: shiftDate(view, date, -1) })}>
          <IconChevron />
        </ActionIcon>
        <Button variant="default" size="xs" disabled={date === today} onClick={() => set({ date: undefined })}>
          {strings.today}
        </Button>
        <ActionIcon variant="default" size={30} aria-label={strings.next} onClick={() => set({ date: shiftDate(view, date, 1) })}>
          <IconChevron />
        </ActionIcon>
      </div>
    </div>
  );
}
