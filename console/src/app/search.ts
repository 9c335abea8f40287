// What stands in addresses, read into types. An address may be written by anyone, so whatever does not fit is left out.

export const STATUSES = ['active', 'paused', 'disabled', 'finished', 'canceled'] as const;
export const STATES = ['planned', 'running', 'generated', 'skipped', 'failed'] as const;
export const TABS = ['ledger', 'definition', 'history', 'why'] as const;

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

export interface DeadLettersSearch {
  kind?: 'occurrence' | 'work_item' | undefined;
}

export interface SignInSearch {
  /** Where to go afterwards. */
  back?: string | undefined;
}

export function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined;
}

export function oneOf<T extends string>(all: readonly T[], value: unknown): T | undefined {
  return all.find((one) => one === value);
}

/** An address inside the console; others are not followed. */
export function inside(value: unknown): string | undefined {
  const path = text(value);
  return path?.startsWith('/') && !path.startsWith('//') && !path.startsWith('/\\') ? path : undefined;
}
