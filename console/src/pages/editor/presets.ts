// Common recurrences, each in the kind that suits it best.
import type { Draft } from './draft';

export interface Preset {
  label: string;
  part: (draft: Draft) => Partial<Draft>;
}

const cron = (label: string, expression: string): Preset => ({ label, part: () => ({ kind: 'cron', cron: { expression, dialect: 'unix' } }) });

export const PRESETS: Preset[] = [
  cron('Every minute', '* * * * *'),
  cron('Every 15 minutes', '*/15 * * * *'),
  cron('Hourly', '0 * * * *'),
  cron('Daily at 9', '0 9 * * *'),
  cron('Weekdays at 9', '0 9 * * MON-FRI'),
  cron('Mondays', '0 9 * * MON'),
  cron('First of the month', '0 9 1 * *'),
  cron('Last of the month', '0 18 L * *'),
  {
    label: 'Every other week',
    part: ({ calendar }) => ({ kind: 'calendar', calendar: { ...calendar, frequency: 'weekly', interval: 2, byDay: ['MO'], byMonthDay: '', time: '09:00' } }),
  },
  {
    label: 'Quarterly',
    part: ({ calendar }) => ({ kind: 'calendar', calendar: { ...calendar, frequency: 'quarterly', interval: 1, byDay: [], byMonthDay: '', time: '09:00' } }),
  },
  { label: 'Second Tuesday', part: () => ({ kind: 'rrule', rrule: 'RRULE:FREQ=MONTHLY;BYDAY=2TU;BYHOUR=9;BYMINUTE=0;BYSECOND=0' }) },
  { label: 'Once', part: () => ({ kind: 'json', json: '{\n  "kind": "once",\n  "at": "2030-01-01T00:00:00Z"\n}' }) },
];
