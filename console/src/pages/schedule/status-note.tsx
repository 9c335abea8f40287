// Explains why a schedule is not active: who changed the status, the note, and the end.
import type { Schedule } from '../../api/schedules';
import { tone } from '../../format/words';
import { ZonedTime } from '../../ui/instant';
import classes from './schedule-page.module.css';

export function StatusNote({ schedule }: { schedule: Schedule }) {
  const { status, status_note: note } = schedule;
  if (status === 'active') return null;
  return (
    <div className={classes.note} data-tone={tone(status)}>
      <strong>
        {status === 'finished' ? 'It has fired for the last time' : `${status} ${note.by ? `by ${note.by}` : ''}`}
      </strong>
      {note.text && <q dir="auto">{note.text}</q>}
      {note.until && (
        <span>
          until <ZonedTime at={note.until} zone={schedule.spec?.timezone} />
        </span>
      )}
    </div>
  );
}
