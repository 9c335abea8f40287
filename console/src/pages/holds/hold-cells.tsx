// Cells of one hold: reason, selection and time range.
import { Link } from '@tanstack/react-router';
import type { Hold, ControlDocument } from '../../api/controls';
import { labelTexts } from '../../format/labels';
import { RelativeTime, ZonedTime } from '../../ui/instant';
import { useNowText } from '../../ui/now';
import row from '../../ui/row-link.module.css';
import { StatusBadge } from '../../ui/status-badge';
import { Tags } from '../../ui/tags';
import { holdState } from './hold-state';
import classes from './holds-page.module.css';

export function HoldCells({ control }: { control: ControlDocument<Hold> }) {
  const { name, definition: hold, problem } = control;
  return (
    <>
      <div role="cell" className={row.name}>
        <Link to="/holds" search={{ hold: name }}>
          {name}
        </Link>
        {hold && <small>{hold.code}</small>}
      </div>
      <div role="cell">{hold ? <HoldSelection hold={hold} /> : <span className={row.bad}>{problem}</span>}</div>
      <div role="cell" className={row.above}>
        {hold && <When hold={hold} />}
      </div>
      <div role="cell" className={`${row.soft} ${classes.note}`} dir="auto" title={hold?.note}>
        {hold?.note}
      </div>
    </>
  );
}

function HoldSelection({ hold }: { hold: Hold }) {
  const { schedules = [], labels, scope } = hold.selects ?? {};
  const texts = labelTexts(labels);
  if (schedules.length + texts.length === 0 && !scope) return <strong>everything</strong>;
  return (
    <div className={classes.covers}>
      {schedules.length > 0 && <Tags label="schedules" words={schedules} />}
      {texts.length > 0 && <Tags label="labels" words={texts} />}
      {scope && <Tags label="scope" words={[`${scope.type} ${scope.id}`]} />}
    </div>
  );
}

function When({ hold }: { hold: Hold }) {
  const state = useNowText((now) => holdState(hold, now));
  const { from, until } = hold;
  return (
    <div className={classes.when}>
      <StatusBadge state={state} />
      <span className={row.quiet}>
        {state === 'to_come' && from && (
          <>
            <RelativeTime at={from} />
            {' · '}
          </>
        )}
        {until ? (
          <>
            until <ZonedTime at={until} />
          </>
        ) : (
          'until it is lifted'
        )}
      </span>
    </div>
  );
}
