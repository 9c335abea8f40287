// Permissions of the caller. The server decides; this check only disables buttons whose request would be
// rejected.
import type { Caller } from '../api/session';
import { strings } from './strings';

const ROLES = ['viewer', 'operator', 'editor', 'admin'] as const;
type Role = (typeof ROLES)[number];
type Permission = Caller['permissions'][number];

/** A role, a permission that no role includes, or access to the whole server. */
export type Need = { role: Role } | { permission: Permission } | 'server';

export function isAllowed(who: Caller | undefined, need: Need): boolean {
  if (!who) return false;
  if (need === 'server') return who.reach === 'all';
  if ('permission' in need) return who.permissions.includes(need.permission);
  return ROLES.indexOf(who.role) >= ROLES.indexOf(need.role);
}

/** Returns why a button is disabled. */
export function requirementText(need: Need): string {
  if (need === 'server') return strings.needsServer;
  return 'permission' in need ? strings.needsPermission(need.permission) : strings.needsRole(need.role);
}
