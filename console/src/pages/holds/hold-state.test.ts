import { expect, it } from 'vitest';
import { holdState } from './hold-state';

const at = Date.parse('2026-11-16T12:00:00Z');

it('a hold is active from its start until before its end', () => {
  expect(holdState({}, at)).toBe('in_force');
  expect(holdState({ from: '2026-11-16T12:00:00Z' }, at)).toBe('in_force');
  expect(holdState({ from: '2026-11-16T12:00:01Z' }, at)).toBe('to_come');
  expect(holdState({ until: '2026-11-16T12:00:00Z' }, at)).toBe('over');
  expect(holdState({ from: '2026-11-01T00:00:00Z', until: '2026-12-01T00:00:00Z' }, at)).toBe('in_force');
});
