// Descriptions of roles and permissions, and lifetimes of keys.
import type { Key } from '../../api/keys';

export const ROLES: { value: Key['role']; description: string }[] = [
  { value: 'viewer', description: 'Reads everything of its tenant.' },
  { value: 'operator', description: 'Pauses, resumes, cancels, retries and skips besides.' },
  { value: 'editor', description: 'Writes schedules, rules, holds and calendars besides.' },
  { value: 'admin', description: 'Everything in the tenant, keys included.' },
];

export const PERMISSIONS: { value: Key['permissions'][number]; description: string }[] = [
  { value: 'fire', description: 'Fires schedules, sends single actions and enqueues work items by hand.' },
  { value: 'backfill', description: 'Runs past ranges.' },
  { value: 'command', description: 'Orders what starts programs.' },
  { value: 'secrets', description: 'Writes and removes secrets; nobody reads them.' },
];

const DAY_MS = 86_400_000;

export const LIFETIMES = [
  { value: '', label: 'never' },
  { value: '1', label: 'in a day' },
  { value: '30', label: 'in 30 days' },
  { value: '90', label: 'in 90 days' },
  { value: '365', label: 'in a year' },
];

/** Returns when a key with the given lifetime in days expires. */
export function expiryOf(days: string, now: number): string | null {
  return days ? new Date(now + Number(days) * DAY_MS).toISOString() : null;
}
