// What a caller may do. The server decides; this only spares people buttons that would be refused.
import type { Who } from '../api/session';

const ROLES = ['viewer', 'operator', 'editor', 'admin'] as const;
type Role = (typeof ROLES)[number];
type Permission = Who['permissions'][number];

/** A role, or a permission that no role implies. */
export type Need = { role: Role } | { permission: Permission } | 'server';

export function may(who: Who | undefined, need: Need): boolean {
  if (!who) return false;
  if (need === 'server') return who.reach === 'all';
  if ('permission' in need) return who.permissions.includes(need.permission);
  return ROLES.indexOf(who.role) >= ROLES.indexOf(need.role);
}

/** Why a button is disabled. */
export function lacking(need: Need): string {
  if (need === 'server') return 'Needs an operator of the server';
  return 'permission' in need ? `Needs the permission “${need.permission}”` : `Needs the role “${need.role}”`;
}
