// Explains why a schedule is not active: who changed the status, the note, and the end.
import type { Schedule } from '../../api/schedules';
import { stateText, tone } from '../../format/words';
import { ZonedTime } from '../../ui/instant';
import { Phrase } from '../../ui/phrase';
import { common } from '../../ui/strings';
import classes from './schedule-page.module.css';
import { strings } from './strings';

export function StatusNote({ schedule }: { schedule: Schedule }) {
  const { status, status_note: note } = schedule;
  if (status === 'active') return null;
  return (
    <div className={classes.note} data-tone={tone(status)}>
      <strong>{status === 'finished' ? strings.finished : note.by ? strings.statusBy(stateText(status), note.by) : stateText(status)}</strong>
      {note.text && <q dir="auto">{note.text}</q>}
      {note.until && (
        <span>
          <Phrase text={common.untilTime} parts={{ time: <ZonedTime at={note.until} zone={schedule.spec?.timezone} /> }} />
        </span>
      )}
    </div>
  );
}
