import { InvalidRequest } from './errors.js';
import type {
  Action,
  CalendarReference,
  CatchUp,
  EveryRecurrence,
  FirstRun,
  IntervalUnit,
  JitterMode,
  NewSchedule,
  OverlapPolicy,
  Priority,
  Recurrence,
  RetryPolicy,
  ScheduleSpec,
  Weekday,
} from './generated/types/index.js';
import type { Instant } from './values.js';

/** A zone for recurrences that name times of day. */
export interface ZoneOptions {
  /** IANA time zone. */
  timezone?: string | undefined;
}

/** Options of a webhook. */
export interface WebhookOptions {
  /** HTTP method. Default: `POST`. */
  method?: string;
  /** Further headers. Values may contain placeholders such as `{{secret.token}}`. */
  headers?: Record<string, string>;
  /** Names of the secrets on the server that sign the request. */
  signWith?: string | string[];
  /** Kind of the action, for receivers and dispatch rules. */
  kind?: string;
}

/** Options of a work item. */
export interface QueueOptions {
  priority?: Priority;
  /** Maximum number of attempts before the work item becomes a dead letter. */
  maxAttempts?: number;
  /** Kind of the action. */
  kind?: string;
}

type Fields = Partial<NewSchedule>;
type Bounds = Partial<Omit<ScheduleSpec, 'recurrence'>>;

/**
 * A schedule to create: when it runs, what it sends, and its policies. Every method returns a new builder.
 *
 * ```ts
 * const digest = Schedule.cron('0 9 * * MON-FRI', { timezone: 'Europe/Paris' })
 *   .webhook('https://example.org/hooks/digest', { report: 'weekly' })
 *   .id('digest')
 *   .retry({ max_attempts: 5 });
 * ```
 */
export class Schedule {
  readonly #fields: Fields;
  readonly #recurrence: Recurrence | undefined;
  readonly #bounds: Bounds;

  private constructor(fields: Fields, recurrence?: Recurrence, bounds: Bounds = {}) {
    this.#fields = fields;
    this.#recurrence = recurrence;
    this.#bounds = bounds;
  }

  // --- When -----------------------------------------------------------------------------------------------------

  /**
   * Runs by a cron expression: five fields, six with seconds first, or a macro such as `@daily`. Default time zone: the
   * server's.
   */
  static cron(expression: string, { timezone }: ZoneOptions = {}): Schedule {
    return new Schedule({ cron: expression, timezone });
  }

  /** Runs by plain English, such as `every weekday at 9:00`. Default time zone: the server's. */
  static when(text: string, { timezone }: ZoneOptions = {}): Schedule {
    return new Schedule({ when: text, timezone });
  }

  /** Runs at intervals, such as `every(15, 'minutes')`. Default time zone: UTC. */
  static every(count: number, unit: IntervalUnit, zone: ZoneOptions = {}): Schedule {
    return Schedule.of({ kind: 'every', every: count, unit }, zone);
  }

  /** Runs one time only. */
  static once(at: Instant, zone: ZoneOptions = {}): Schedule {
    return Schedule.of({ kind: 'once', at: at instanceof Date ? at.toISOString() : at }, zone);
  }

  /** Runs by a rule of RFC 5545, such as `FREQ=WEEKLY;BYDAY=MO`. Default time zone: UTC. */
  static rrule(text: string, zone: ZoneOptions = {}): Schedule {
    return Schedule.of({ kind: 'rrule', text }, zone);
  }

  /** Runs by any recurrence. Default time zone: UTC. */
  static of(recurrence: Recurrence, { timezone = 'UTC' }: ZoneOptions = {}): Schedule {
    return new Schedule({}, recurrence, { timezone });
  }

  /** Sets the times of day of an interval of days or longer, such as `at('09:00', '17:00')`. */
  at(...times: string[]): Schedule {
    return this.#refine({ at: times });
  }

  /** Sets the weekdays of an interval, such as `on('monday', 'friday')`. */
  on(...days: Weekday[]): Schedule {
    return this.#refine({ on_days: days });
  }

  /** Sets the days of the month of an interval. Negative days count from the end of the month. */
  onMonthDays(...days: number[]): Schedule {
    return this.#refine({ on_month_days: days });
  }

  /** Sets the start, inclusive. Intervals are counted from here. */
  starting(at: Instant): Schedule {
    return this.#bound({ starts_at: at instanceof Date ? at.toISOString() : at });
  }

  /** Sets the end, exclusive. */
  ending(at: Instant): Schedule {
    return this.#bound({ ends_at: at instanceof Date ? at.toISOString() : at });
  }

  /** Sets the maximum number of occurrences that may start. */
  maxRuns(count: number): Schedule {
    return this.#bound({ max_runs: count });
  }

  /** Delays each occurrence by up to a length of time, or a part of the time to the next one such as `50%`. */
  jitter(window: string | number, mode?: JitterMode): Schedule {
    return this.#bound({ jitter: mode === undefined ? { window } : { window, mode } });
  }

  /** Adds an occurrence before the regular ones: `'now'`, or an object such as `{ after: '1h' }`. */
  firstRun(first: FirstRun): Schedule {
    return this.#bound({ first_run: first });
  }

  /** Excludes the days off of calendars, or moves occurrences to business days. */
  calendars(...names: (string | CalendarReference)[]): Schedule {
    return this.#bound({ calendars: names.map((name) => (typeof name === 'string' ? { name } : name)) });
  }

  // --- What -----------------------------------------------------------------------------------------------------

  /** Sends an HTTP request with the payload and its context as JSON. */
  webhook(url: string, payload?: unknown, options: WebhookOptions = {}): Schedule {
    const { method, headers = {}, signWith, kind } = options;
    const metadata: Record<string, string> = {};
    if (method) metadata['webhook.method'] = method;
    if (signWith?.length) metadata['webhook.sign_with'] = [signWith].flat().join(',');
    for (const [name, value] of Object.entries(headers)) metadata[`webhook.header.${name}`] = value;
    return this.send('webhook', { target: url, payload, metadata, kind });
  }

  /** Enqueues a work item, for {@link Refrain.consume}. */
  queue(name: string, payload?: unknown, { priority, maxAttempts, kind }: QueueOptions = {}): Schedule {
    const metadata: Record<string, string> = {};
    if (priority) metadata['queue.priority'] = priority;
    if (maxAttempts !== undefined) metadata['queue.max_attempts'] = String(maxAttempts);
    return this.send('queue', { target: name, payload, metadata, kind });
  }

  /** Writes a log record on the server, to try a schedule. */
  log(payload?: unknown): Schedule {
    return this.send('log', { payload });
  }

  /** Sends an action with any provider. */
  send(
    provider: string,
    action: { [Name in keyof Omit<Action, 'provider'>]?: Action[Name] | undefined } = {},
  ): Schedule {
    const set = Object.entries(action).filter(([, value]) => value !== undefined);
    return this.set({ action: { provider, ...Object.fromEntries(set) } });
  }

  // --- How ------------------------------------------------------------------------------------------------------

  /** Sets the schedule ID. Default: generated. */
  id(id: string): Schedule {
    return this.set({ id });
  }

  /** Sets the description for people. */
  description(description: string): Schedule {
    return this.set({ description });
  }

  /** Adds labels to select the schedule by. */
  labels(labels: Record<string, string>): Schedule {
    return this.set({ labels: { ...this.#fields.labels, ...labels } });
  }

  /** Sets the policy for retries of failed attempts. */
  retry(policy: RetryPolicy): Schedule {
    return this.set({ retry: policy });
  }

  /** Sets which missed occurrences run late: `latest`, `skip`, `earliest` or `all`. */
  catchUp(policy: NonNullable<CatchUp['policy']>, limits: Omit<CatchUp, 'policy'> = {}): Schedule {
    return this.set({ catch_up: { ...limits, policy } });
  }

  /** Sets the policy for runs that overlap: `skip`, `buffer_one`, `buffer_all`, `cancel_other` or `allow_all`. */
  overlap(policy: OverlapPolicy): Schedule {
    return this.set({ overlap: policy });
  }

  /** Sets the timeout of one attempt. */
  timeout(timeout: NonNullable<NewSchedule['timeout']>): Schedule {
    return this.set({ timeout });
  }

  /** Never sends an occurrence twice, even if that means that a crash loses it. */
  atMostOnce(): Schedule {
    return this.set({ delivery: 'at_most_once' });
  }

  /** Creates the schedule paused. */
  paused(): Schedule {
    return this.set({ enabled: false });
  }

  /** Sets further fields. */
  set(fields: Fields): Schedule {
    return new Schedule({ ...this.#fields, ...fields }, this.#recurrence, this.#bounds);
  }

  /** Returns the schedule to create. */
  build(): NewSchedule {
    const { action, ...fields } = this.#fields;
    if (!action) throw new InvalidRequest('expected an action: call webhook, queue, log or send');
    if (Object.keys(this.#bounds).length === 0) return { action, ...fields };
    const { cron, timezone: zone, when: _, ...others } = fields;
    const timezone = this.#bounds.timezone ?? zone;
    if (!timezone) {
      throw new InvalidRequest(`expected a time zone together with ${Object.keys(this.#bounds).join(', ')}`);
    }
    return { action, ...others, spec: { ...this.#bounds, recurrence: this.#recurrence ?? inFull(cron), timezone } };
  }

  #refine(fields: Partial<EveryRecurrence>): Schedule {
    if (this.#recurrence?.kind !== 'every') {
      throw new InvalidRequest(`${Object.keys(fields).join(', ')} refines only an interval: begin with Schedule.every`);
    }
    return new Schedule(this.#fields, { ...(this.#recurrence as EveryRecurrence), ...fields }, this.#bounds);
  }

  #bound(bounds: Bounds): Schedule {
    return new Schedule(this.#fields, this.#recurrence, { ...this.#bounds, ...bounds });
  }
}

/** The schedule builder. The API has a type with the name `Schedule`, too. */
export type Builder = Schedule;

/** Returns the body of a request: what a builder builds, without the fields that the operation does not have. */
export function built<T extends object>(schedule: T | Schedule, without: (keyof NewSchedule)[]): T {
  if (!(schedule instanceof Schedule)) return schedule;
  const fields = Object.entries(schedule.build()).filter(([name]) => !without.includes(name as keyof NewSchedule));
  return Object.fromEntries(fields) as T;
}

/** Returns a cron expression in the full form, which has no place for plain English. */
function inFull(cron: string | undefined): Recurrence {
  if (cron === undefined)
    throw new InvalidRequest('bounds cannot be combined with plain English: use another recurrence');
  return { kind: 'cron', expression: cron };
}
