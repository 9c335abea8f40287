import { describe, expect, it } from 'vitest';
import type { Caller } from '../api/session';
import { requirementText, isAllowed } from './permission';

const who = (role: Caller['role'], permissions: Caller['permissions'] = []): Caller => ({
  actor: 'key/k',
  mode: 'keys',
  reach: 'tenant',
  tenant: 'default/acme',
  role,
  permissions,
});

describe('permissions of a caller', () => {
  it('follow the order of roles', () => {
    expect(isAllowed(who('operator'), { role: 'viewer' })).toBe(true);
    expect(isAllowed(who('operator'), { role: 'editor' })).toBe(false);
  });
  it('are not implied by the role', () => {
    expect(isAllowed(who('admin'), { permission: 'fire' })).toBe(false);
    expect(isAllowed(who('viewer', ['fire']), { permission: 'fire' })).toBe(true);
  });
  it('are empty without a caller, and include the server only with access to all tenants', () => {
    expect(isAllowed(undefined, { role: 'viewer' })).toBe(false);
    expect(isAllowed(who('admin'), 'server')).toBe(false);
    expect(requirementText({ permission: 'fire' })).toContain('fire');
  });
});
