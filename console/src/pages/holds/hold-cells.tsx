// Cells of one hold: reason, selection and time range.
import { Link } from '@tanstack/react-router';
import type { Hold, ControlDocument } from '../../api/controls';
import { labelTexts } from '../../format/labels';
import { RelativeTime, ZonedTime } from '../../ui/instant';
import { useNowText } from '../../ui/now';
import { Phrase } from '../../ui/phrase';
import row from '../../ui/row-link.module.css';
import { StatusBadge } from '../../ui/status-badge';
import { common } from '../../ui/strings';
import { Tags } from '../../ui/tags';
import { holdState } from './hold-state';
import classes from './holds-page.module.css';
import { strings } from './strings';

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
  if (schedules.length + texts.length === 0 && !scope) return <strong>{strings.everything}</strong>;
  return (
    <div className={classes.covers}>
      {schedules.length > 0 && <Tags label={strings.schedules} words={schedules} />}
      {texts.length > 0 && <Tags label={strings.labels} words={texts} />}
      {scope && <Tags label={strings.scope} words={[`${scope.type} ${scope.id}`]} />}
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
            <Phrase text={strings.startsAt} parts={{ time: <RelativeTime at={from} /> }} />
            {' · '}
          </>
        )}
        {until ? <Phrase text={common.untilTime} parts={{ time: <ZonedTime at={until} /> }} /> : strings.untilRemoved}
      </span>
    </div>
  );
}
