// Cells of one dead letter: an occurrence or a work item.
import { Link } from '@tanstack/react-router';
import type { DeadLetter } from '../../api/ledger';
import { GuardedButton } from '../../ui/guarded-button';
import { RelativeTime } from '../../ui/instant';
import { ReasonText } from '../../ui/reason-text';
import classes from './dead-letters-page.module.css';
import { strings } from './strings';

export function LetterCells({ letter, onReplay }: { letter: DeadLetter; onReplay: () => void }) {
  const { occurrence, work_item: item } = letter;
  const endedAt = occurrence?.ended_at ?? item?.ended_at;
  return (
    <>
      <div role="cell" className={classes.name}>
        {occurrence ? (
          <Link to="/schedules/$id" params={{ id: occurrence.schedule }} search={{ tab: 'why', at: occurrence.nominal_at }}>
            {occurrence.schedule}
          </Link>
        ) : (
          <span>{item?.queue}</span>
        )}
        <small>{occurrence?.period_key ?? strings.workItem(letter.id)}</small>
      </div>
      <div role="cell">{endedAt ? <RelativeTime at={endedAt} /> : '–'}</div>
      <div role="cell" className={classes.why}>
        <ReasonText code={occurrence?.reason} message={occurrence?.message ?? item?.error} />
      </div>
      <div role="cell" className="number">
        {occurrence?.attempt ?? item?.attempt}
      </div>
      <div role="cell" className={classes.act}>
        <GuardedButton need={{ role: 'operator' }} size="compact-xs" variant="default" onClick={onReplay}>
          {strings.runAgain}
        </GuardedButton>
      </div>
    </>
  );
}
