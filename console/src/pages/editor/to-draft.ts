// Converts a stored schedule to a draft. A recurrence uses a form only if the form shows all of its fields. Every
// other recurrence is edited as JSON, so that no field is lost.
import type { Definition, Recurrence, Schedule } from '../../api/schedules';
import { definitionOf } from '../schedule/definition-of';
import { type Draft, newDraft } from './draft';

const FORM_FIELDS: Record<string, string[]> = {
  cron: ['kind', 'expression', 'dialect'],
  every: ['kind', 'every', 'unit', 'at'],
  calendar: ['kind', 'frequency', 'interval', 'by_day', 'by_month_day', 'time_of_day'],
  rrule: ['kind', 'text'],
};

export function draftOf(schedule: Schedule): Draft {
  const definition = definitionOf(schedule) as Extract<Definition, { spec: unknown }>;
  const { spec, action, description, labels, overlap, catch_up, retry, timeout, priority, delivery, start_deadline, pause_on_failure } = definition;
  const draft = newDraft(spec.timezone);
  return {
    ...draft,
    ...recurrenceParts(spec.recurrence, draft),
    id: schedule.id,
    description: description ?? '',
    labels: Object.entries(labels ?? {}).map(([name, value]) => (value ? `${name}:${value}` : name)),
    provider: action.provider,
    target: action.target ?? '',
    payload: action.payload === undefined ? '' : JSON.stringify(action.payload, null, 2),
    overlap: overlap ?? 'skip',
    catchUp: catch_up?.policy ?? 'latest',
    attempts: retry?.max_attempts ?? 5,
    metadata: action.metadata ?? {},
    timeout: durationText(timeout),
    priority: priority ?? 'normal',
    delivery: delivery ?? 'at_least_once',
    startDeadline: durationText(start_deadline),
    pauseAfter: pause_on_failure ?? '',
    jitter: spec.jitter ? (typeof spec.jitter.window === 'string' ? spec.jitter.window : undefined) : '',
    rest: definition,
  };
}

function recurrenceParts(recurrence: Recurrence, draft: Draft): Partial<Draft> {
  const shown = FORM_FIELDS[recurrence.kind];
  const isWhole = shown !== undefined && Object.keys(recurrence).every((field) => shown.includes(field));
  if (isWhole) {
    switch (recurrence.kind) {
      case 'cron':
        return { kind: 'cron', cron: { expression: recurrence.expression, dialect: recurrence.dialect ?? 'unix' } };
      case 'every':
        return { kind: 'every', every: { every: recurrence.every, unit: recurrence.unit, at: toArray(recurrence.at).join(', ') } };
      case 'calendar': {
        const { frequency, interval, by_day, by_month_day, time_of_day } = recurrence;
        if (!frequency) break;
        const days = { byDay: toArray(by_day), byMonthDay: toArray(by_month_day).join(', ') };
        return { kind: 'calendar', calendar: { ...draft.calendar, frequency, interval: interval ?? 1, ...days, time: time_of_day ?? '' } };
      }
      case 'rrule':
        return { kind: 'rrule', rrule: recurrence.text };
      case 'once':
      case 'after_completion':
      case 'any':
      case 'all':
        break;
    }
  }
  return { kind: 'json', json: JSON.stringify(recurrence, null, 2) };
}

function durationText(length: string | number | null | undefined): string {
  return length === null || length === undefined ? '' : String(length);
}

function toArray<T>(value: T | T[] | null | undefined): T[] {
  if (value === null || value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
