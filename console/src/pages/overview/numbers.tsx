// The tenant in numbers; each leads to what it counts.
import { Link, type LinkProps } from '@tanstack/react-router';
import type { Stats } from '../../api/insight';
import { counted, whole } from '../../format/length';
import classes from './overview-page.module.css';

interface Number {
  label: string;
  value: string;
  tone?: 'bad' | 'warn' | undefined;
  to?: Pick<LinkProps, 'to' | 'search'>;
}

export function Numbers({ stats }: { stats: Stats }) {
  const { schedules, node } = stats;
  const numbers: Number[] = [
    { label: 'Active', value: counted(schedules.active), to: { to: '/schedules', search: { status: 'active' } } },
    { label: 'Paused', value: counted(schedules.paused), to: { to: '/schedules', search: { status: 'paused' } } },
    {
      label: 'Disabled',
      value: counted(schedules.disabled),
      tone: schedules.disabled.count > 0 ? 'bad' : undefined,
      to: { to: '/schedules', search: { status: 'disabled' } },
    },
    { label: 'Running', value: counted(stats.running), to: { to: '/ledger', search: { state: 'running' } } },
    { label: 'Overdue', value: counted(stats.overdue), tone: stats.overdue.count > 0 ? 'bad' : undefined },
    { label: 'Done here', value: whole(node.generated), to: { to: '/ledger', search: { state: 'generated' } } },
    {
      label: 'Failed here',
      value: whole(node.failed),
      tone: node.failed > 0 ? 'bad' : undefined,
      to: { to: '/ledger', search: { state: 'failed' } },
    },
    { label: 'Missed here', value: whole(node.missed), tone: node.missed > 0 ? 'warn' : undefined },
  ];
  return (
    <section className={classes.numbers} aria-label="In numbers">
      {numbers.map(({ label, value, tone, to }) =>
        to ? (
          <Link key={label} {...to} className={classes.number} data-tone={tone}>
            <span>{label}</span>
            <strong>{value}</strong>
          </Link>
        ) : (
          <div key={label} className={classes.number} data-tone={tone}>
            <span>{label}</span>
            <strong>{value}</strong>
          </div>
        ),
      )}
    </section>
  );
}
