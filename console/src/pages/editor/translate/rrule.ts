// Converts single-line RFC 5545 recurrence rules to and from the plain form.
import { pairing, plain, type PlainRecurrence, type Step, time, WEEKDAYS } from './plain';

const STEPS: Record<string, Step> = { MINUTELY: 'minutes', HOURLY: 'hours', DAILY: 'days', WEEKLY: 'weeks', MONTHLY: 'months', YEARLY: 'years' };
const KNOWN = new Set(['FREQ', 'INTERVAL', 'BYHOUR', 'BYMINUTE', 'BYSECOND', 'BYDAY', 'BYMONTHDAY', 'BYMONTH', 'WKST']);

export function fromRrule(text: string): PlainRecurrence | undefined {
  const lines = text.trim().split('\n');
  const line = lines[0]?.trim().toUpperCase().replace(/^RRULE:/, '');
  if (lines.length !== 1 || !line) return undefined;
  const parts = new Map(line.split(';').map((part) => part.split('=', 2) as [string, string]));
  const step = STEPS[parts.get('FREQ') ?? ''];
  const every = Number(parts.get('INTERVAL') ?? 1);
  if (!step || ![...parts.keys()].every((name) => KNOWN.has(name)) || !Number.isInteger(every) || (parts.get('BYSECOND') ?? '0') !== '0') return undefined;
  const list = (name: string) => parts.get(name)?.split(',') ?? [];
  const [hours, minutes] = [list('BYHOUR').map(Number), list('BYMINUTE').map(Number)];
  const isShort = step === 'minutes' || step === 'hours';
  const days = { weekdays: list('BYDAY'), monthDays: list('BYMONTHDAY').map(Number) };
  if (isShort) {
    const isBare = hours.length === 0 && days.weekdays.length === 0 && days.monthDays.length === 0 && !parts.has('BYMONTH');
    return isBare && minutes.every((minute) => minute === 0) ? plain(step, { every }) : undefined;
  }
  // Without BYHOUR, the time is that of DTSTART, which the rule alone does not contain.
  if (hours.length === 0 || !days.weekdays.every((day) => WEEKDAYS.includes(day))) return undefined;
  const times = hours.flatMap((hour) => (minutes.length > 0 ? minutes : [0]).map((minute) => time(hour, minute)));
  const rule = plain(step, { every, times, ...days });
  const month = Number(parts.get('BYMONTH'));
  switch (step) {
    case 'days':
      return days.monthDays.length + days.weekdays.length === 0 && !month ? rule : undefined;
    case 'weeks':
      return days.weekdays.length > 0 && days.monthDays.length === 0 && !month ? rule : undefined;
    case 'months':
      return days.monthDays.length > 0 && days.weekdays.length === 0 && !month ? rule : undefined;
    case 'years':
      return days.monthDays.length > 0 && days.weekdays.length === 0 && month ? { ...rule, month } : undefined;
  }
}

export function toRrule({ step, every, times, weekdays, monthDays, month }: PlainRecurrence): string | undefined {
  const freq = Object.keys(STEPS).find((name) => STEPS[name] === step);
  const parts = [`FREQ=${freq}`, ...(every === 1 ? [] : [`INTERVAL=${every}`])];
  if (step === 'minutes' || step === 'hours') return `RRULE:${parts.join(';')};${step === 'hours' ? 'BYMINUTE=0;' : ''}BYSECOND=0`;
  const clock = pairing(times.length > 0 ? times : ['00:00']);
  if (!clock) return undefined;
  if (step === 'weeks') {
    if (weekdays.length === 0) return undefined;
    parts.push(`BYDAY=${weekdays.join(',')}`);
  }
  if (step === 'years' && month) parts.push(`BYMONTH=${month}`);
  if (step === 'months' || step === 'years') {
    if (monthDays.length === 0) return undefined;
    parts.push(`BYMONTHDAY=${monthDays.join(',')}`);
  }
  return `RRULE:${parts.join(';')};BYHOUR=${clock.hours.join(',')};BYMINUTE=${clock.minutes.join(',')};BYSECOND=0`;
}
