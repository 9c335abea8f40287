// Typed search parameters of URLs. Anyone can write a URL, so invalid values are ignored.

export const STATUSES = ['active', 'paused', 'disabled', 'finished', 'canceled'] as const;
export const STATES = ['planned', 'running', 'succeeded', 'skipped', 'failed'] as const;
export const TABS = ['ledger', 'trends', 'definition', 'history', 'why'] as const;

export interface SchedulesSearch {
  status?: (typeof STATUSES)[number] | undefined;
  label?: string | undefined;
  prefix?: string | undefined;
  provider?: string | undefined;
  text?: string | undefined;
}

export interface ScheduleSearch {
  tab?: (typeof TABS)[number] | undefined;
  /** Instant of the “Why?” tab. */
  at?: string | undefined;
}

export interface LedgerSearch {
  schedule?: string | undefined;
  state?: (typeof STATES)[number] | undefined;
  reason?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
}

export const CALENDAR_VIEWS = ['day', 'week', 'month', 'timeline'] as const;
export type CalendarView = (typeof CALENDAR_VIEWS)[number];
/** Filter of the calendar: upcoming occurrences, or a state of recorded ones. */
export const CALENDAR_STATES = ['upcoming', 'running', 'succeeded', 'skipped', 'failed'] as const;

export interface CalendarSearch {
  view?: CalendarView | undefined;
  /** Civil date inside the shown range. Default: today. */
  date?: string | undefined;
  /** Zone of the days and hours. Default: the user's zone. */
  zone?: string | undefined;
  prefix?: string | undefined;
  label?: string | undefined;
  text?: string | undefined;
  state?: (typeof CALENDAR_STATES)[number] | undefined;
}

export interface DeadLettersSearch {
  kind?: 'occurrence' | 'work_item' | undefined;
}

export interface HoldsSearch {
  /** Name of the opened hold. */
  hold?: string | undefined;
  quota?: string | undefined;
  /** Kind of object being added. */
  add?: 'hold' | 'quota' | undefined;
}

export interface ProvidersSearch {
  /** Provider of a breaker to show even though no schedule or setting here names its receiver. */
  provider?: string | undefined;
  receiver?: string | undefined;
}

export interface RulesSearch {
  rule?: string | undefined;
  add?: 'rule' | undefined;
  /** Schedule whose next occurrence is tested. */
  test?: string | undefined;
}

export interface DaysOffListSearch {
  add?: 'calendar' | undefined;
}

export interface DaysOffSearch {
  /** Shown year. Default: the current year. */
  year?: number | undefined;
}

export const WORK_STATES = ['queued', 'running', 'completed', 'dead'] as const;

export interface QueuesSearch {
  queue?: string | undefined;
  state?: (typeof WORK_STATES)[number] | undefined;
  /** ID of the opened work item. */
  item?: number | undefined;
  add?: 'item' | undefined;
}

export interface KeysSearch {
  /** Which keys are listed. Default: those of the tenant. */
  reach?: 'tenant' | 'all' | undefined;
  add?: 'key' | undefined;
}

export interface SecretsSearch {
  /** Name of the secret to be replaced. */
  name?: string | undefined;
  add?: 'secret' | undefined;
}

export interface AlertsSearch {
  alert?: string | undefined;
  add?: 'alert' | undefined;
}

export interface SettingsSearch {
  /** Search text for the server's settings. */
  find?: string | undefined;
  /** Whether only explicitly set values are shown. */
  given?: true | undefined;
}

export interface SignInSearch {
  /** Path to open after sign-in. */
  back?: string | undefined;
  /** Whether the user was signed in before. */
  expired?: true | undefined;
}

export function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined;
}

/** Parses an ID: a non-negative integer. */
export function numberOf(value: unknown): number | undefined {
  const number = Number(value ?? Number.NaN);
  return Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

/** Parses a year between 1900 and 2500, the range that calendars support. */
export function yearOf(value: unknown): number | undefined {
  const year = Number(value);
  return Number.isInteger(year) && year >= 1900 && year <= 2500 ? year : undefined;
}

export function oneOf<T extends string>(all: readonly T[], value: unknown): T | undefined {
  return all.find((one) => one === value);
}

/** Parses a path inside the console; rejects any other URL. */
export function internalPath(value: unknown): string | undefined {
  const path = text(value);
  return path?.startsWith('/') && !path.startsWith('//') && !path.startsWith('/\\') ? path : undefined;
}
