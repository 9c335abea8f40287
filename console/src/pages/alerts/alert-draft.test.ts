import { expect, it } from 'vitest';
import type { Alert } from '../../api/controls';
import { alertDraft, alertOf } from './alert-draft';

it('keeps every field of an alert through the form', () => {
  const alert = {
    on: ['failing'],
    failing_after: 2,
    schedules: ['digest'],
    labels: { team: 'billing' },
    limit: '10m',
    action: { provider: 'webhook', target: 'https://example.com', payload: { text: 'x' }, kind: 'page', metadata: { a: 'b' } },
  } as unknown as Alert;
  expect(alertOf(alertDraft(alert))).toEqual(alert);
});

it('rejects an alert without a condition', () => {
  expect(() => alertOf({ ...alertDraft(undefined), on: [] })).toThrow('The alert has no condition');
});
