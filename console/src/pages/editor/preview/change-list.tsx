// Effect of saving: occurrences added, removed and moved, and changes to planned occurrences.
import type { Preview } from '../../../api/preview';
import { exact } from '../../../format/instant';
import { previewStrings as strings } from '../strings';
import classes from './preview-panel.module.css';

const SHOWN_MAX = 6;
type Change = NonNullable<Preview['change']>;

export function ChangeList({ change, zone }: { change: Change; zone: string }) {
  const marks = marksOf(change, zone);
  const touched = change.pending.filter(({ effect }) => effect !== 'stays');
  return (
    <section className={classes.change} aria-label={strings.effect}>
      <h3>{marks.length === 0 ? strings.noEffect : strings.changedRuns}</h3>
      <ul className={`${classes.list} ${classes.marks}`}>
        {marks.slice(0, SHOWN_MAX).map(({ mark, text }) => (
          <li key={mark + text} data-mark={mark}>
            <span>{mark}</span>
            <span>{text}</span>
          </li>
        ))}
      </ul>
      {marks.length > SHOWN_MAX && (
        <p className={classes.gap}>{strings.moreChanges(marks.length - SHOWN_MAX, change.occurrences?.truncated ?? false)}</p>
      )}
      {touched.map((pending) => (
        <p key={pending.period_key} className={classes.dst}>
          {pending.new_due_at
            ? strings.plannedMoved(exact(pending.due_at, zone), exact(pending.new_due_at, zone))
            : strings.plannedSkipped(exact(pending.due_at, zone))}
        </p>
      ))}
    </section>
  );
}

function marksOf(change: Change, zone: string): { mark: string; text: string }[] {
  const { occurrences } = change;
  if (!occurrences) return [];
  return [
    ...occurrences.moved.map(({ from, to }) => ({ mark: '→', text: strings.moved(exact(from.at, zone), exact(to.at, zone)) })),
    ...occurrences.added.map(({ at }) => ({ mark: '+', text: exact(at, zone) })),
    ...occurrences.removed.map(({ at }) => ({ mark: '−', text: exact(at, zone) })),
  ];
}
