// Common recurrences, each in the kind that suits it best.
import type { Draft } from './draft';
import { presetStrings } from './strings';

export interface Preset {
  label: string;
  part: (draft: Draft) => Partial<Draft>;
}

const cron = (label: string, expression: string): Preset => ({ label, part: () => ({ kind: 'cron', cron: { expression, dialect: 'unix' } }) });

export const PRESETS: Preset[] = [
  cron(presetStrings.minutely, '* * * * *'),
  cron(presetStrings.quarterHourly, '*/15 * * * *'),
  cron(presetStrings.hourly, '0 * * * *'),
  cron(presetStrings.daily, '0 9 * * *'),
  cron(presetStrings.weekdays, '0 9 * * MON-FRI'),
  cron(presetStrings.mondays, '0 9 * * MON'),
  cron(presetStrings.monthStart, '0 9 1 * *'),
  cron(presetStrings.monthEnd, '0 18 L * *'),
  {
    label: presetStrings.biweekly,
    part: ({ calendar }) => ({ kind: 'calendar', calendar: { ...calendar, frequency: 'weekly', interval: 2, byDay: ['MO'], byMonthDay: '', time: '09:00' } }),
  },
  {
    label: presetStrings.quarterly,
    part: ({ calendar }) => ({ kind: 'calendar', calendar: { ...calendar, frequency: 'quarterly', interval: 1, byDay: [], byMonthDay: '', time: '09:00' } }),
  },
  { label: presetStrings.secondTuesday, part: () => ({ kind: 'rrule', rrule: 'RRULE:FREQ=MONTHLY;BYDAY=2TU;BYHOUR=9;BYMINUTE=0;BYSECOND=0' }) },
  { label: presetStrings.once, part: () => ({ kind: 'json', json: '{\n  "kind": "once",\n  "at": "2030-01-01T00:00:00Z"\n}' }) },
];
