// Converts five-field cron expressions of the `unix` dialect to and from the plain form.
import { pairing, plain, type PlainRecurrence, sorted, time, WEEKDAYS } from './plain';

const CRON_DAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

export function fromCron({ expression, dialect }: { expression: string; dialect: string }): PlainRecurrence | undefined {
  const fields = expression.trim().toUpperCase().split(/\s+/);
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = fields;
  if (dialect !== 'unix' || fields.length !== 5) return undefined;
  const isEveryDay = day === '*' && weekday === '*' && month === '*';
  const minuteStep = step(minute);
  if (minuteStep && hour === '*' && isEveryDay && 60 % minuteStep === 0) return plain('minutes', { every: minuteStep });
  const hourStep = step(hour);
  if (minute === '0' && hourStep && isEveryDay && 24 % hourStep === 0) return plain('hours', { every: hourStep });
  const times = timesOf(minute, hour);
  if (!times) return undefined;
  if (isEveryDay) return plain('days', { times });
  if (day === '*' && month === '*') {
    const weekdays = weekdaysOf(weekday);
    return weekdays && plain('weeks', { times, weekdays });
  }
  const monthDays = day === 'L' ? [-1] : numbers(day, 1, 31);
  if (!monthDays || weekday !== '*') return undefined;
  if (month === '*') return plain('months', { times, monthDays });
  const months = numbers(month, 1, 12);
  return months?.length === 1 && months[0] ? plain('years', { times, monthDays, month: months[0] }) : undefined;
}

export function toCron(rule: PlainRecurrence): string | undefined {
  const { step: unit, every, times, weekdays, monthDays, month } = rule;
  if (unit === 'minutes') return 60 % every === 0 && every < 60 ? `${every === 1 ? '*' : `*/${every}`} * * * *` : undefined;
  if (unit === 'hours') return 24 % every === 0 && every < 24 ? `0 ${every === 1 ? '*' : `*/${every}`} * * *` : undefined;
  const clock = pairing(times.length > 0 ? times : ['00:00']);
  if (!clock || every !== 1) return undefined;
  const at = `${clock.minutes.join(',')} ${clock.hours.join(',')}`;
  switch (unit) {
    case 'days':
      return `${at} * * *`;
    case 'weeks':
      return weekdays.length > 0 ? `${at} * * ${weekdayList(weekdays)}` : undefined;
    case 'months':
      return dayList(monthDays, (days) => `${at} ${days} * *`);
    case 'years':
      return month ? dayList(monthDays, (days) => `${at} ${days} ${month} *`) : undefined;
  }
}

function dayList(days: number[], write: (days: string) => string): string | undefined {
  if (days.length === 0) return undefined;
  if (days.length === 1 && days[0] === -1) return write('L');
  return days.every((day) => day > 0) ? write(days.join(',')) : undefined;
}

/** Returns the step of a field: 1 for a star, 15 for a star followed by `/15`. */
function step(field: string): number | undefined {
  if (field === '*') return 1;
  const found = /^\*\/(\d+)$/.exec(field);
  return found ? Number(found[1]) || undefined : undefined;
}

function timesOf(minute: string, hour: string): string[] | undefined {
  const minutes = numbers(minute, 0, 59);
  const hours = numbers(hour, 0, 23);
  if (!minutes || !hours || minutes.length * hours.length > 24) return undefined;
  return hours.flatMap((h) => minutes.map((m) => time(h, m)));
}

/** Parses numbers, ranges, and lists of both. */
function numbers(field: string, least: number, most: number): number[] | undefined {
  const found: number[] = [];
  for (const part of field.split(',')) {
    const range = /^(\d+)(?:-(\d+))?$/.exec(part);
    if (!range) return undefined;
    const [from, to] = [Number(range[1]), Number(range[2] ?? range[1])];
    if (from < least || to > most || from > to) return undefined;
    for (let number = from; number <= to; number++) found.push(number);
  }
  return sorted(found);
}

function weekdaysOf(field: string): string[] | undefined {
  const named = field.replaceAll(/[A-Z]{3}/g, (name) => String(CRON_DAYS.indexOf(name)));
  // Sunday is 0 and 7; a range that ends on Sunday, such as FRI-SUN, ends with 7.
  const found = numbers(named.replaceAll('-0', '-7'), 0, 7);
  if (!found) return undefined;
  const days = new Set(found.map((number) => WEEKDAYS[(number + 6) % 7]));
  return WEEKDAYS.filter((day) => days.has(day));
}

function weekdayList(weekdays: string[]): string {
  const names = WEEKDAYS.filter((day) => weekdays.includes(day)).map((day) => CRON_DAYS[(WEEKDAYS.indexOf(day) + 1) % 7]);
  return names.join(',') === 'MON,TUE,WED,THU,FRI' ? 'MON-FRI' : names.join(',');
}
