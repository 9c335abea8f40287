// Cells of one calendar.
import { Link } from '@tanstack/react-router';
import type { Calendar, ControlDocument } from '../../api/controls';
import { whole } from '../../format/length';
import { useNowText } from '../../ui/now';
import row from '../../ui/row-link.module.css';
import { common } from '../../ui/strings';
import { calendarDraft } from './calendar-draft';
import { strings } from './strings';
import { dateNow, formatDate, shortWeekday } from './year';

export function CalendarCells({ control, users }: { control: ControlDocument<Calendar>; users: number }) {
  const { name, definition, problem } = control;
  const { weekend, dates } = calendarDraft(definition);
  const today = useNowText(dateNow);
  const next = [...dates].filter((date) => date >= today).toSorted()[0];
  return (
    <>
      <div role="cell" className={row.name}>
        <Link to="/calendars/$name" params={{ name }}>
          {name}
        </Link>
        {problem && <small className={row.bad}>{problem}</small>}
      </div>
      <div role="cell" className={row.soft}>
        {weekend.length > 0 ? weekend.map(shortWeekday).join(', ') : '–'}
      </div>
      <div role="cell" className={row.soft}>
        {next ? formatDate(next) : strings.noNextDate}
      </div>
      <div role="cell" className="number">
        {whole(dates.size)}
      </div>
      <div role="cell" className={row.quiet}>
        {users > 0 ? common.scheduleCount(users) : strings.unused}
      </div>
    </>
  );
}
