// Roles and permissions that a key can have, and its lifetimes.
import type { Key } from '../../api/keys';
import { PERMISSION_TEXTS, ROLE_TEXTS, strings } from './strings';

export const ROLES = Object.entries(ROLE_TEXTS).map(([value, description]) => ({ value: value as Key['role'], description }));
export const PERMISSIONS = Object.entries(PERMISSION_TEXTS).map(([value, description]) => ({ value: value as Key['permissions'][number], description }));

const DAY_MS = 86_400_000;

export const LIFETIMES = [
  { value: '', label: strings.lifetimes.never },
  { value: '1', label: strings.lifetimes.day },
  { value: '30', label: strings.lifetimes.month },
  { value: '90', label: strings.lifetimes.quarter },
  { value: '365', label: strings.lifetimes.year },
];

/** Returns when a key with the given lifetime in days expires. */
export function expiryOf(days: string, now: number): string | null {
  return days ? new Date(now + Number(days) * DAY_MS).toISOString() : null;
}
