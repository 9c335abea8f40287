// Converts a recurrence from one kind to another if both can express it. Otherwise the recurrence stays
// unchanged, and the user gets a note.
import { type Draft, type Frequency, type Kind, numbersOf } from '../draft';
import { recurrenceStrings } from '../strings';
import { fromCron, toCron } from './cron';
import { clockOf, plain, type PlainRecurrence } from './plain';
import { fromRrule, toRrule } from './rrule';

export interface ConvertedDraft {
  part: Partial<Draft>;
  /** Difference that the user should know about. */
  note?: string;
}

/** Converts the draft to another kind. Returns undefined if that kind cannot express the recurrence. */
export function translate(draft: Draft, to: Kind): ConvertedDraft | undefined {
  const rule = toPlain(draft);
  if (!rule) return undefined;
  const isElapsed = rule.step === 'minutes' || rule.step === 'hours';
  // Only an interval is counted from its start.
  const note = isElapsed && (draft.kind === 'every' || to === 'every') && rule.every > 1 ? { note: recurrenceStrings.counted } : {};
  const part = partOf(rule, to, draft);
  return part && { part, ...note };
}

export function toPlain({ kind, cron, every, calendar, rrule }: Draft): PlainRecurrence | undefined {
  switch (kind) {
    case 'cron':
      return fromCron(cron);
    case 'rrule':
      return fromRrule(rrule);
    case 'every': {
      const times = every.at.split(/[\s,]+/).filter(Boolean);
      if (every.unit === 'minutes' || every.unit === 'hours') return plain(every.unit, { every: every.every });
      // Longer units start on the day they are saved, which the other kinds would have to name.
      return every.unit === 'days' ? plain('days', { every: every.every, times }) : undefined;
    }
    case 'calendar': {
      const days = numbersOf(calendar.byMonthDay);
      const at = { every: calendar.interval, times: calendar.time ? [calendar.time] : [] };
      if (calendar.frequency === 'daily' && calendar.byDay.length === 0 && days.length === 0) return plain('days', at);
      if (calendar.frequency === 'weekly' && calendar.byDay.length > 0) return plain('weeks', { ...at, weekdays: calendar.byDay });
      if (calendar.frequency === 'monthly' && days.length > 0 && calendar.byDay.length === 0) return plain('months', { ...at, monthDays: days });
      return undefined;
    }
    case 'json':
      return undefined;
  }
}

function partOf(rule: PlainRecurrence, to: Kind, draft: Draft): Partial<Draft> | undefined {
  switch (to) {
    case 'cron': {
      const expression = toCron(rule);
      return expression ? { cron: { expression, dialect: 'unix' } } : undefined;
    }
    case 'rrule': {
      const text = toRrule(rule);
      return text ? { rrule: text } : undefined;
    }
    case 'every':
      if (rule.step !== 'minutes' && rule.step !== 'hours' && rule.step !== 'days') return undefined;
      return { every: { every: rule.every, unit: rule.step, at: rule.times.join(', ') } };
    case 'calendar': {
      const frequency = ({ days: 'daily', weeks: 'weekly', months: 'monthly' } as Partial<Record<PlainRecurrence['step'], Frequency>>)[rule.step];
      const [at, ...others] = rule.times;
      if (!frequency || others.length > 0 || (at && !clockOf(at))) return undefined;
      return { calendar: { ...draft.calendar, frequency, interval: rule.every, byDay: rule.weekdays, byMonthDay: rule.monthDays.join(', '), time: at ?? '' } };
    }
    case 'json':
      return undefined;
  }
}
