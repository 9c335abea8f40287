import { expect, it } from 'vitest';
import type { Schedule } from '../../api/schedules';
import { definitionOf } from './definition-of';

it('fields added by the server are not part of the definition', () => {
  const action = { provider: 'log' };
  const spec = { recurrence: { kind: 'cron', expression: '0 9 * * *' }, timezone: 'UTC' };
  const schedule = { id: 'digest', revision: 3, status: 'active', sentence: 'At 09:00', action, spec, labels: { a: 'b' } };
  expect(definitionOf(schedule as unknown as Schedule)).toEqual({ action, spec, labels: { a: 'b' } });
});
