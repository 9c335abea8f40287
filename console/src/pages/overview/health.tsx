// Health figures. Each one shows what it counts and whether it is healthy, and links to the details.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { failedQuery, soonQuery } from '../../api/calendar';
import { staleQuery, type Stats } from '../../api/insight';
import { occurrencesQuery } from '../../api/ledger';
import { counted, length, whole } from '../../format/length';
import classes from './health.module.css';
import { lagOf } from './lag';

interface Figure {
  label: string;
  value: string;
  /** Short explanation of the number. */
  beside: string;
  tone?: 'bad' | 'warn' | undefined;
  to?: Pick<LinkProps, 'to' | 'search'>;
}

/** Window of the “Due in 1 min” figure, in seconds. */
const SOON_SECONDS = 60;
/** Number of recent runs for the start delay. */
const LAG_RUNS = 50;

export function Health({ stats }: { stats: Stats }) {
  const figures = useFigures(stats);
  return (
    <section className={classes.figures} aria-label="Health">
      {figures.map((figure) => (
        <FigureCell key={figure.label} {...figure} />
      ))}
    </section>
  );
}

function FigureCell({ label, value, beside, tone, to }: Figure) {
  const inside = (
    <>
      <span className={classes.label}>{label}</span>
      <strong>{value}</strong>
      <span className={classes.beside}>{beside}</span>
    </>
  );
  return to ? (
    <Link {...to} className={classes.figure} data-tone={tone}>
      {inside}
    </Link>
  ) : (
    <div className={classes.figure} data-tone={tone}>
      {inside}
    </div>
  );
}

function useFigures(stats: Stats): Figure[] {
  const soon = useQuery(soonQuery(SOON_SECONDS)).data;
  const failed = useQuery(failedQuery).data;
  const stale = useQuery(staleQuery).data;
  const runs = useInfiniteQuery(occurrencesQuery({ state: 'succeeded,failed' }, LAG_RUNS)).data;
  const lag = lagOf(runs?.pages[0]?.items ?? []);
  const { schedules, node, nodes, running, overdue } = stats;
  return [
    {
      label: 'Active',
      value: counted(schedules.active),
      beside: `${counted(schedules.paused)} paused, ${counted(schedules.disabled)} disabled`,
      tone: schedules.disabled.count > 0 ? 'bad' : undefined,
      to: { to: '/schedules', search: schedules.disabled.count > 0 ? { status: 'disabled' } : { status: 'active' } },
    },
    {
      label: 'Due in 1 min',
      value: soon ? `${whole(soon.occurrences)}${soon.items.some((item) => item.is_cut) ? '+' : ''}` : '–',
      beside: soon ? `of ${whole(soon.schedules_with_occurrences)} ${soon.schedules_with_occurrences === 1 ? 'schedule' : 'schedules'}` : 'by the rules',
      to: { to: '/calendar', search: { view: 'timeline', state: 'upcoming' } },
    },
    { label: 'Running', value: counted(running), beside: 'at this moment', to: { to: '/ledger', search: { state: 'running' } } },
    {
      label: 'Begin after',
      value: lag ? length(lag.median) : '–',
      beside: lag ? `${length(lag.most)} at most, of the last ${lag.count}` : 'nothing has run by schedule yet',
      tone: lag && lag.median > 5_000 ? 'warn' : undefined,
    },
    {
      label: 'Failing',
      value: failed ? whole(failed.schedules) : '–',
      beside: failed ? `${whole(failed.occurrences)} failed in 24 h` : 'in 24 h',
      tone: failed && failed.occurrences > 0 ? 'bad' : undefined,
      to: { to: '/ledger', search: { state: 'failed' } },
    },
    {
      label: 'Missed',
      value: whole(node.missed),
      beside: `here; ${counted(overdue)} overdue`,
      tone: overdue.count > 0 ? 'bad' : node.missed > 0 ? 'warn' : undefined,
      to: { to: '/ledger', search: { reason: 'missed' } },
    },
    {
      label: 'Stale',
      value: stale ? `${whole(stale.stale.length)}${stale.is_cut ? '+' : ''}` : '–',
      beside: 'that nobody planned',
      tone: stale && stale.stale.length > 0 ? 'bad' : undefined,
    },
    { label: 'Nodes', value: whole(nodes), beside: `${whole(node.succeeded)} done by this one`, tone: nodes === 0 ? 'bad' : undefined },
  ];
}
