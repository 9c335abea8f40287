// Form draft of a definition: the fields of the form, each in the type of its input.
export { labelsOf } from '../../format/labels';
import type { Definition, Recurrence } from '../../api/schedules';

export const KINDS = ['cron', 'every', 'calendar', 'rrule', 'json'] as const;
export type Kind = (typeof KINDS)[number];
type RecurrenceOf<K extends Recurrence['kind']> = Extract<Recurrence, { kind: K }>;
export type Unit = RecurrenceOf<'every'>['unit'];
export type Frequency = NonNullable<RecurrenceOf<'calendar'>['frequency']>;

export interface Draft {
  id: string;
  description: string;
  labels: string[];
  timezone: string;
  kind: Kind;
  cron: { expression: string; dialect: string };
  every: { every: number; unit: Unit; at: string };
  calendar: { frequency: Frequency; interval: number; byDay: string[]; byMonthDay: string; time: string };
  rrule: string;
  /** JSON of a recurrence whose kind has no form. */
  json: string;
  provider: string;
  target: string;
  payload: string;
  metadata: Record<string, string>;
  overlap: NonNullable<Definition['overlap']>;
  catchUp: string;
  attempts: number;
  timeout: string;
  priority: NonNullable<Definition['priority']>;
  delivery: NonNullable<Definition['delivery']>;
  startDeadline: string;
  /** Consecutive failures before the schedule is paused; empty for never. */
  pauseAfter: number | '';
  /** Maximum jitter that spreads load. Undefined if the stored value has no text form; then it is not changed. */
  jitter: string | undefined;
  /** Fields that the form does not show. They are saved unchanged. */
  rest: Partial<Definition>;
}

export function newDraft(timezone: string): Draft {
  return {
    id: '',
    description: '',
    labels: [],
    timezone,
    kind: 'cron',
    cron: { expression: '0 9 * * MON-FRI', dialect: 'unix' },
    every: { every: 15, unit: 'minutes', at: '' },
    calendar: { frequency: 'monthly', interval: 1, byDay: [], byMonthDay: '', time: '09:00' },
    rrule: 'RRULE:FREQ=WEEKLY;BYDAY=MO,WE,FR;BYHOUR=9;BYMINUTE=0;BYSECOND=0',
    json: '{\n  "kind": "once",\n  "at": "2030-01-01T00:00:00Z"\n}',
    provider: 'log',
    target: '',
    payload: '{}',
    metadata: {},
    overlap: 'skip',
    catchUp: 'latest',
    attempts: 5,
    timeout: '',
    priority: 'normal',
    delivery: 'at_least_once',
    startDeadline: '',
    pauseAfter: '',
    jitter: '',
    rest: {},
  };
}

/** Parses a list of days of the month: `1, 15, -1`. */
export function numbersOf(text: string): number[] {
  return text.split(/[\s,]+/).filter(Boolean).map(Number).filter(Number.isInteger);
}
