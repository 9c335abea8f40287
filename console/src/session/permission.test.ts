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

describe('what a caller may do', () => {
  it('follows the order of roles', () => {
    expect(isAllowed(who('operator'), { role: 'viewer' })).toBe(true);
    expect(isAllowed(who('operator'), { role: 'editor' })).toBe(false);
  });
  it('takes permissions from no role', () => {
    expect(isAllowed(who('admin'), { permission: 'fire' })).toBe(false);
    expect(isAllowed(who('viewer', ['fire']), { permission: 'fire' })).toBe(true);
  });
  it('is nothing for nobody, and the server only for those who reach all tenants', () => {
    expect(isAllowed(undefined, { role: 'viewer' })).toBe(false);
    expect(isAllowed(who('admin'), 'server')).toBe(false);
    expect(requirementText({ permission: 'fire' })).toContain('fire');
  });
});
