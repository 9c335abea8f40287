import { describe, expect, it } from 'vitest';
import { type Draft, newDraft } from '../draft';
import { fromCron, toCron } from './cron';
import { fromRrule, toRrule } from './rrule';
import { translate } from './translate';

const cron = (expression: string): Draft => ({ ...newDraft('UTC'), kind: 'cron', cron: { expression, dialect: 'unix' } });
const rrule = (text: string): Draft => ({ ...newDraft('UTC'), kind: 'rrule', rrule: text });

describe('a convertible recurrence', () => {
  const cases: [cron: string, rrule: string][] = [
    ['*/15 * * * *', 'RRULE:FREQ=MINUTELY;INTERVAL=15;BYSECOND=0'],
    ['0 * * * *', 'RRULE:FREQ=HOURLY;BYMINUTE=0;BYSECOND=0'],
    ['0 9 * * *', 'RRULE:FREQ=DAILY;BYHOUR=9;BYMINUTE=0;BYSECOND=0'],
    ['0,30 9,17 * * *', 'RRULE:FREQ=DAILY;BYHOUR=9,17;BYMINUTE=0,30;BYSECOND=0'],
    ['0 9 * * MON-FRI', 'RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=9;BYMINUTE=0;BYSECOND=0'],
    ['45 9 * * SAT,SUN', 'RRULE:FREQ=WEEKLY;BYDAY=SA,SU;BYHOUR=9;BYMINUTE=45;BYSECOND=0'],
    ['0 6 1,15 * *', 'RRULE:FREQ=MONTHLY;BYMONTHDAY=1,15;BYHOUR=6;BYMINUTE=0;BYSECOND=0'],
    ['0 18 L * *', 'RRULE:FREQ=MONTHLY;BYMONTHDAY=-1;BYHOUR=18;BYMINUTE=0;BYSECOND=0'],
    ['0 0 1 1 *', 'RRULE:FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1;BYHOUR=0;BYMINUTE=0;BYSECOND=0'],
  ];
  it.each(cases)('converts %s to %s and back', (expression, text) => {
    expect(translate(cron(expression), 'rrule')?.part).toEqual({ rrule: text });
    expect(translate(rrule(text), 'cron')?.part).toEqual({ cron: { expression, dialect: 'unix' } });
  });
  it('converts to the fields of a form', () => {
    expect(translate(cron('30 8 * * 1-5'), 'calendar')?.part.calendar).toMatchObject({ frequency: 'weekly', byDay: ['MO', 'TU', 'WE', 'TH', 'FR'], time: '08:30' });
    expect(translate(cron('0 9,17 * * *'), 'every')?.part).toEqual({ every: { every: 1, unit: 'days', at: '09:00, 17:00' } });
    expect(fromCron({ expression: '0 9 * * FRI-SUN', dialect: 'unix' })?.weekdays).toEqual(['FR', 'SA', 'SU']);
    expect(fromCron({ expression: '0 9 * * 0', dialect: 'unix' })?.weekdays).toEqual(['SU']);
  });
  it('notes that an interval is counted from when it is saved', () => {
    expect(translate(cron('*/15 * * * *'), 'every')?.note).toContain('counted from');
    expect(translate(cron('0 9 * * *'), 'every')?.note).toBeUndefined();
  });
});

describe('a recurrence that cannot be converted', () => {
  it.each(['*/7 * * * *', '0 9 13 * FRI', '0 9 * * MON#2', '* 9 * * *', '0 0 9 * * *', 'nonsense', '0 9 1-40 * *'])('%s stays unchanged', (expression) => {
    expect(translate(cron(expression), 'rrule')).toBeUndefined();
  });
  it.each(['FREQ=MONTHLY;BYDAY=2MO;BYHOUR=9', 'RRULE:FREQ=DAILY', 'RRULE:FREQ=DAILY;COUNT=3;BYHOUR=9', 'EXDATE:20260101', 'DTSTART:20260101T090000\nRRULE:FREQ=DAILY;BYHOUR=9'])(
    '%s stays unchanged',
    (text) => expect(fromRrule(text)).toBeUndefined(),
  );
  it('biweekly recurrences and unequal times have no cron expression', () => {
    expect(toCron({ step: 'weeks', every: 2, times: ['09:00'], weekdays: ['MO'], monthDays: [] })).toBeUndefined();
    expect(toRrule({ step: 'days', every: 1, times: ['09:00', '17:30'], weekdays: [], monthDays: [] })).toBeUndefined();
  });
});
