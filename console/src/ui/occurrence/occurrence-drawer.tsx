// Details of one occurrence: times, result and all attempts.
import { Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { occurrenceQuery } from '../../api/ledger';
import { asProblem } from '../../api/problem';
import { exact, ownZone } from '../../format/instant';
import { reason, trigger } from '../../format/words';
import { ErrorPanel } from '../error-panel';
import { StatusBadge } from '../status-badge';
import { common, occurrenceStrings as strings } from '../strings';
import { AttemptList } from './attempt-list';
import classes from './occurrence-drawer.module.css';

export function OccurrenceDrawer({ id, zone, onClose }: { id: number; zone: string | undefined; onClose: () => void }) {
  const { data: row, error } = useQuery(occurrenceQuery(id));
  const shown = zone ?? ownZone();
  const time = (at: string | null | undefined) => (at ? `${exact(at, shown)} ${shown}` : '–');
  return (
    <Drawer opened onClose={onClose} position="right" size="md" title={strings.title(id)}>
      {error && <ErrorPanel problem={asProblem(error)} />}
      {row && (
        <div className={classes.body}>
          <div className={classes.head}>
            <StatusBadge state={row.state} />
            {row.reason && <strong>{reason(row.reason)}</strong>}
          </div>
          {row.message && (
            <p className={classes.message} dir="auto">
              {row.message}
            </p>
          )}
          <dl className={classes.facts}>
            <Fact name={common.schedule}>
              <Link to="/schedules/$id" params={{ id: row.schedule }} onClick={onClose}>
                {row.schedule}
              </Link>
            </Fact>
            <Fact name={strings.whyLabel}>
              <Link to="/schedules/$id" params={{ id: row.schedule }} search={{ tab: 'why', at: row.nominal_at }} onClick={onClose}>
                {strings.why}
              </Link>
            </Fact>
            <Fact name={strings.period}>{row.period_key}</Fact>
            <Fact name={strings.trigger}>{trigger(row.trigger)}</Fact>
            {row.note && <Fact name={common.note}>{row.note}</Fact>}
            <Fact name={strings.scheduledFor}>{time(row.nominal_at)}</Fact>
            <Fact name={strings.due}>{time(row.due_at)}</Fact>
            <Fact name={strings.started}>{time(row.started_at)}</Fact>
            <Fact name={strings.ended}>{time(row.ended_at)}</Fact>
            {row.blocker && <Fact name={strings.blockedBy}>{strings.blocker(row.blocker)}</Fact>}
            <Fact name={strings.version}>{strings.revision(row.revision, row.tzdb)}</Fact>
            <Fact name={strings.idempotencyKey}>{row.idempotency_key}</Fact>
          </dl>
          <AttemptList attempts={row.attempts} zone={shown} />
        </div>
      )}
    </Drawer>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </>
  );
}
