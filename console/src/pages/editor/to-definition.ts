// Converts a draft to a definition. Invalid JSON is reported before a request is sent.
import { Problem } from '../../api/problem';
import type { Definition, Recurrence } from '../../api/schedules';
import { jsonFault } from '../../format/json';
import { strings } from '../../format/strings';
import { type Draft, labelsOf, numbersOf } from './draft';

type FullDefinition = Extract<Definition, { spec: unknown }>;
type Cron = Extract<Recurrence, { kind: 'cron' }>;

export function definitionOfDraft(draft: Draft): FullDefinition {
  const { rest } = draft as { rest: Partial<FullDefinition> };
  const labels = labelsOf(draft.labels);
  return {
    ...rest,
    spec: { ...rest.spec, recurrence: recurrenceOf(draft), timezone: draft.timezone, ...jitterOf(draft) },
    action: { ...rest.action, provider: draft.provider, target: draft.target, payload: read('payload', draft.payload), metadata: draft.metadata },
    description: draft.description,
    labels,
    overlap: draft.overlap,
    catch_up: { ...rest.catch_up, policy: draft.catchUp as NonNullable<NonNullable<Definition['catch_up']>['policy']> },
    retry: { ...rest.retry, max_attempts: draft.attempts },
    timeout: draft.timeout.trim() || null,
    priority: draft.priority,
    delivery: draft.delivery,
    start_deadline: draft.startDeadline.trim() || null,
    pause_on_failure: draft.pauseAfter === '' ? null : draft.pauseAfter,
  } as FullDefinition;
}

function jitterOf({ jitter, rest }: Draft): { jitter?: unknown } {
  if (jitter === undefined) return {};
  const { spec } = rest as Partial<FullDefinition>;
  if (jitter.trim() === '') return spec?.jitter ? { jitter: null } : {};
  return { jitter: { ...spec?.jitter, window: jitter.trim() } };
}

function recurrenceOf(draft: Draft): Recurrence {
  switch (draft.kind) {
    case 'cron': {
      const { expression, dialect } = draft.cron;
      return { kind: 'cron', expression, ...(dialect === 'unix' ? {} : { dialect: dialect as NonNullable<Cron['dialect']> }) };
    }
    case 'every': {
      const { every, unit, at } = draft.every;
      const times = at.split(/[\s,]+/).filter(Boolean);
      return { kind: 'every', every, unit, ...(times.length > 0 ? { at: times } : {}) };
    }
    case 'calendar': {
      const { frequency, interval, byDay, byMonthDay, time } = draft.calendar;
      const days = numbersOf(byMonthDay);
      return {
        kind: 'calendar',
        frequency,
        interval,
        ...(byDay.length > 0 ? { by_day: byDay } : {}),
        ...(days.length > 0 ? { by_month_day: days } : {}),
        ...(time ? { time_of_day: time } : {}),
      };
    }
    case 'rrule':
      return { kind: 'rrule', text: draft.rrule };
    case 'json':
      return read('spec.recurrence', draft.json) as Recurrence;
  }
}

function read(path: string, text: string): unknown {
  const fault = jsonFault(text);
  if (fault) {
    const detail = strings.notJsonAt(path, fault.line, fault.column, fault.detail);
    throw new Problem({ code: 'bad_json', status: 0, detail, path });
  }
  return text.trim() === '' ? null : JSON.parse(text);
}
