// Cells of one schedule in the list.
import { memo } from 'react';
import type { Schedule } from '../../api/schedules';
import { offset, ownZone } from '../../format/instant';
import { whole } from '../../format/length';
import { resultsText, summary } from '../../format/recent';
import { stateText, tone } from '../../format/words';
import { IconPause, IconPlay } from '../../ui/icons';
import { ExactTime, LightTime } from '../../ui/instant';
import { LightLink } from '../../ui/light-link';
import { Sparkline } from '../../ui/sparkline';
import { StatusBadge } from '../../ui/status-badge';
import classes from './schedules-page.module.css';
import { SelectBox } from './select-box';
import { strings } from './strings';

/** Maximum number of labels shown; the others are counted. */
const LABELS_MAX = 3;

interface ScheduleCellsProps {
  schedule: Schedule;
  isSelected: boolean;
  onSelect: (id: string) => void;
  onToggle: (schedule: Schedule) => void;
  /** Why the user may neither pause nor resume it. */
  deniedReason: string | undefined;
}

/** Rendered again only when the schedule or its selection changes, so that scrolling renders only new rows. */
export const ScheduleCells = memo(function ScheduleCells({ schedule, isSelected, onSelect, onToggle, deniedReason }: ScheduleCellsProps) {
  const { id, sentence, status, counters, problem } = schedule;
  const ended = counters.succeeded + counters.skipped + counters.failed;
  return (
    <>
      <div role="cell" className={classes.above}>
        <SelectBox label={strings.select(id)} isChecked={isSelected} onChange={() => onSelect(id)} />
      </div>
      <div role="cell" className={classes.name}>
        <LightLink href={`/schedules/${id}`} title={id}>
          {id}
        </LightLink>
        <Labels labels={schedule.labels ?? {}} />
      </div>
      <div role="cell" className={classes.sentence} title={sentence ?? problem}>
        {sentence ?? problem ?? strings.unreadable}
      </div>
      <div role="cell">
        <StatusBadge state={status} />
      </div>
      <Next schedule={schedule} />
      <Last schedule={schedule} />
      <div role="cell" className={`${classes.count} number`} title={resultsText(counters)}>
        {whole(ended)}
      </div>
      <PauseResumeButton schedule={schedule} onToggle={onToggle} deniedReason={deniedReason} />
    </>
  );
});

function Labels({ labels }: { labels: Record<string, string> }) {
  const tags = Object.entries(labels).map(([name, value]) => `${name}:${value}`);
  if (tags.length === 0) return null;
  return (
    <span className={classes.labels}>
      {tags.slice(0, LABELS_MAX).map((tag) => (
        <LightLink key={tag} href={`/schedules?label=${encodeURIComponent(tag)}`} title={strings.withLabel(tag)}>
          {tag}
        </LightLink>
      ))}
      {tags.length > LABELS_MAX && <span title={tags.slice(0, 40).join('\n')}>{strings.moreLabels(tags.length - LABELS_MAX)}</span>}
    </span>
  );
}

function Next({ schedule: { next_at: at, status, status_note: note, spec } }: { schedule: Schedule }) {
  const zone = spec?.timezone;
  const own = ownZone();
  if (!at) {
    return (
      <div role="cell" className={classes.next}>
        <span className={classes.note} title={note.text ?? undefined} dir="auto">
          {note.text ?? (status === 'active' ? strings.dueNow : strings.noUpcomingRun)}
        </span>
      </div>
    );
  }
  return (
    <div role="cell" className={classes.next}>
      <LightTime at={at} zone={zone} />
      <ExactTime at={at} zone={zone ?? own} />
      {zone && offset(at, zone) !== offset(at, own) && <ExactTime at={at} zone={own} />}
    </div>
  );
}

function Last({ schedule: { recent, spec } }: { schedule: Schedule }) {
  const rows = recent ?? [];
  const last = rows.at(-1);
  if (!last?.ended_at) {
    return (
      <div role="cell" className={`${classes.note} ${classes.above}`}>
        <span aria-hidden="true">–</span>
        <span className="unseen">{summary(rows)}</span>
      </div>
    );
  }
  return (
    <div role="cell" className={classes.last}>
      <Sparkline rows={rows} />
      <span data-tone={tone(last.state)}>
        {stateText(last.state)} <LightTime at={last.ended_at} zone={spec?.timezone} />
      </span>
    </div>
  );
}

/** Pause or resume button, depending on the status. */
function PauseResumeButton({ schedule, onToggle, deniedReason }: Pick<ScheduleCellsProps, 'schedule' | 'onToggle' | 'deniedReason'>) {
  const { id, status } = schedule;
  const isActive = status === 'active';
  if (!isActive && status !== 'paused' && status !== 'disabled') return <div role="cell" />;
  const label = isActive ? strings.pause(id) : strings.resume(id);
  return (
    <div role="cell" className={classes.above}>
      <button
        type="button"
        className={classes.turn}
        aria-label={label}
        title={deniedReason ?? label}
        aria-disabled={deniedReason ? true : undefined}
        onClick={deniedReason ? undefined : () => onToggle(schedule)}
      >
        {isActive ? <IconPause /> : <IconPlay />}
      </button>
    </div>
  );
}
