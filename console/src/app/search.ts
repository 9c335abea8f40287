// What stands in addresses, read into types. An address may be written by anyone, so whatever does not fit is left out.

export const STATUSES = ['active', 'paused', 'disabled', 'finished', 'canceled'] as const;
export const STATES = ['planned', 'running', 'generated', 'skipped', 'failed'] as const;
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
  /** The instant that “Why?” is about. */
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
/** What is shown on the calendar: what is still to come, or what came of the rest. */
export const CALENDAR_STATES = ['upcoming', 'running', 'generated', 'skipped', 'failed'] as const;

export interface CalendarSearch {
  view?: CalendarView | undefined;
  /** A civil date that lies in what is shown; today without it. */
  date?: string | undefined;
  /** The zone of its days and hours; that of whoever looks without it. */
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
  /** What is opened, by its name. */
  hold?: string | undefined;
  cap?: string | undefined;
  /** What is being added. */
  add?: 'hold' | 'cap' | undefined;
}

export interface ProvidersSearch {
  /** A breaker that is looked at although nothing here names its receiver. */
  provider?: string | undefined;
  receiver?: string | undefined;
}

export interface RulesSearch {
  rule?: string | undefined;
  add?: 'rule' | undefined;
  /** The schedule whose next occurrence is tried out. */
  test?: string | undefined;
}

export interface DaysOffListSearch {
  add?: 'calendar' | undefined;
}

export interface DaysOffSearch {
  /** The year that is shown; this one when absent. */
  year?: number | undefined;
}

export const WORK_STATES = ['queued', 'running', 'done', 'dead'] as const;

export interface QueuesSearch {
  queue?: string | undefined;
  state?: (typeof WORK_STATES)[number] | undefined;
  /** The work item that is opened, by its number. */
  item?: number | undefined;
  add?: 'item' | undefined;
}

export interface KeysSearch {
  /** Whose keys are listed: those of the tenant when absent. */
  reach?: 'tenant' | 'all' | undefined;
  add?: 'key' | undefined;
}

export interface SecretsSearch {
  /** The secret that gets another value. */
  name?: string | undefined;
  add?: 'secret' | undefined;
}

export interface AlertsSearch {
  alert?: string | undefined;
  add?: 'alert' | undefined;
}

export interface SettingsSearch {
  /** What is looked for among the settings of the server. */
  find?: string | undefined;
  /** Whether only those that were given are shown. */
  given?: true | undefined;
}

export interface SignInSearch {
  /** Where to go afterwards. */
  back?: string | undefined;
}

export function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined;
}

/** A number that something is known by. */
export function numberOf(value: unknown): number | undefined {
  const number = Number(value ?? Number.NaN);
  return Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

/** A year that calendars know. */
export function yearOf(value: unknown): number | undefined {
  const year = Number(value);
  return Number.isInteger(year) && year >= 1900 && year <= 2500 ? year : undefined;
}

export function oneOf<T extends string>(all: readonly T[], value: unknown): T | undefined {
  return all.find((one) => one === value);
}

/** An address inside the console; others are not followed. */
export function inside(value: unknown): string | undefined {
  const path = text(value);
  return path?.startsWith('/') && !path.startsWith('//') && !path.startsWith('/\\') ? path : undefined;
}
