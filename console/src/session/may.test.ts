import { describe, expect, it } from 'vitest';
import type { Who } from '../api/session';
import { lacking, may } from './may';

const who = (role: Who['role'], permissions: Who['permissions'] = []): Who => ({
  actor: 'key/k',
  mode: 'keys',
  reach: 'tenant',
  tenant: 'default/acme',
  role,
  permissions,
});

describe('what a caller may do', () => {
  it('follows the order of roles', () => {
    expect(may(who('operator'), { role: 'viewer' })).toBe(true);
    expect(may(who('operator'), { role: 'editor' })).toBe(false);
  });
  it('takes permissions from no role', () => {
    expect(may(who('admin'), { permission: 'fire' })).toBe(false);
    expect(may(who('viewer', ['fire']), { permission: 'fire' })).toBe(true);
  });
  it('is nothing for nobody, and the server only for those who reach all tenants', () => {
    expect(may(undefined, { role: 'viewer' })).toBe(false);
    expect(may(who('admin'), 'server')).toBe(false);
    expect(lacking({ permission: 'fire' })).toContain('fire');
  });
});
