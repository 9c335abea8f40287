// Health figures. Each one shows what it counts and whether it is healthy, and links to the details.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { failedQuery, soonQuery } from '../../api/calendar';
import { staleQuery, type Stats } from '../../api/insight';
import { occurrencesQuery } from '../../api/ledger';
import { counted, length, whole } from '../../format/length';
import classes from './health.module.css';
import { lagOf } from './lag';
import { healthStrings as strings } from './strings';

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
    <section className={classes.figures} aria-label={strings.title}>
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
      label: strings.active,
      value: counted(schedules.active),
      beside: strings.activeText(counted(schedules.paused), counted(schedules.disabled)),
      tone: schedules.disabled.count > 0 ? 'bad' : undefined,
      to: { to: '/schedules', search: schedules.disabled.count > 0 ? { status: 'disabled' } : { status: 'active' } },
    },
    {
      label: strings.dueSoon,
      value: soon ? `${whole(soon.occurrences)}${soon.items.some((item) => item.is_cut) ? '+' : ''}` : '–',
      beside: soon ? strings.dueSoonText(soon.schedules_with_occurrences) : strings.dueSoonUnknown,
      to: { to: '/calendar', search: { view: 'timeline', state: 'upcoming' } },
    },
    { label: strings.running, value: counted(running), beside: strings.runningText, to: { to: '/ledger', search: { state: 'running' } } },
    {
      label: strings.startDelay,
      value: lag ? length(lag.median) : '–',
      beside: lag ? strings.startDelayText(length(lag.most), lag.count) : strings.startDelayUnknown,
      tone: lag && lag.median > 5_000 ? 'warn' : undefined,
    },
    {
      label: strings.failing,
      value: failed ? whole(failed.schedules) : '–',
      beside: failed ? strings.failingText(failed.occurrences) : strings.failingUnknown,
      tone: failed && failed.occurrences > 0 ? 'bad' : undefined,
      to: { to: '/ledger', search: { state: 'failed' } },
    },
    {
      label: strings.missed,
      value: whole(node.missed),
      beside: strings.missedText(counted(overdue)),
      tone: overdue.count > 0 ? 'bad' : node.missed > 0 ? 'warn' : undefined,
      to: { to: '/ledger', search: { reason: 'missed' } },
    },
    {
      label: strings.unplanned,
      value: stale ? `${whole(stale.stale.length)}${stale.is_cut ? '+' : ''}` : '–',
      beside: strings.unplannedText,
      tone: stale && stale.stale.length > 0 ? 'bad' : undefined,
    },
    { label: strings.nodes, value: whole(nodes), beside: strings.nodesText(node.succeeded), tone: nodes === 0 ? 'bad' : undefined },
  ];
}
