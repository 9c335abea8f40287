// Sample controls (holds, quotas, dispatch rules, calendars, alerts), so that their pages have content. None of
// them affects data that other tests check.
import type { World } from './world';

export async function seedControls(world: World): Promise<void> {
  await world.put('/v1/holds/case-4711', { code: 'legal', note: 'Nothing is sent to this customer while the case is open.', selects: { labels: { customer: 'acme' } } });
  await world.put('/v1/holds/warehouse-move', { code: 'maintenance', note: 'The warehouse moves over the weekend.', selects: { schedules: ['nightly-export'] }, from: '2030-05-04T18:00:00Z', until: '2030-05-06T06:00:00Z' });
  await world.put('/v1/holds/summer-break', { code: 'inactive', selects: { scope: { type: 'engagement', id: '2025-17' } }, until: '2025-09-01T00:00:00Z' });
  await world.post('/v1/breakers/trip', { provider: 'webhook', receiver: 'example.com', note: 'They are moving until Monday.' });
  await world.put('/v1/dispatch-rules/quiet-nights', {
    priority: 10,
    condition: "kind == 'digest' && now.getHours() < 7",
    timezone: 'Europe/Berlin',
    active: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '22:00', to: '07:00' }],
    then: { action: 'suppress', reason: 'nobody reads it at night' },
    description: 'Digests wait for the morning',
  });
  await world.put('/v1/dispatch-rules/vip-first', { priority: 5, condition: "has(payload.plan) && payload.plan == 'enterprise'", then: { action: 'allow' } });
  await world.put('/v1/dispatch-rules/slow-partner', { priority: 20, condition: "target.startsWith('https://partner.example')", then: { action: 'throttle', limit: 10, window: '1m', beyond: 'wait' } });
  await world.put('/v1/dispatch-rules/mark-test-runs', { priority: 30, condition: "occurrence.trigger == 'manual'", then: { action: 'modify', patch: { is_test: true } }, description: 'Receivers see which runs are manual' });
  await world.put('/v1/dispatch-rules/old-api', { priority: 40, condition: "target.contains('/v1/legacy')", then: { action: 'deny', reason: 'the old API is gone' }, enabled: false });
  const dates = ['01-01', '04-03', '04-06', '05-01', '05-14', '05-25', '10-03', '12-25', '12-26'].map((day) => `2026-${day}`);
  await world.put('/v1/calendars/german-holidays', { weekend: ['sat', 'sun'], dates: [...dates, '2027-01-01'] });
  await world.put('/v1/calendars/freeze', { dates: ['2026-12-28', '2026-12-29', '2026-12-30', '2026-12-31'] });
  const spec = { recurrence: { kind: 'cron', expression: '0 8 * * *' }, timezone: 'Europe/Berlin', calendars: [{ name: 'german-holidays', on_day_off: 'next' }] };
  await world.post('/v1/schedules', { id: 'payroll', spec, labels: { team: 'billing' }, action: { provider: 'log' } });
  await world.put('/v1/alerts/on-call', { on: ['failing', 'recovered', 'missed_run'], failing_after: 3, limit: '15m', labels: { tier: 'critical' }, action: { provider: 'webhook', target: 'https://chat.example.com/hooks/on-call', payload: { text: '{{alarm.message}}' } } });
  await world.put('/v1/alerts/log-breakers', { on: ['breaker_opened', 'breaker_closed'], action: { provider: 'log', payload: { text: '{{alarm.message}}' } } });
  await world.put('/v1/quotas/hourly', { limit: 100_000, window: '1h' });
}

/**
 * Creates work items in every state: completed, leased by a worker, dead and queued. Runs before the other seeds, so
 * that the item IDs are the ones used here.
 */
export async function seedWorkItems(world: World): Promise<void> {
  for (const key of ['ada', 'bob', 'eve', 'kim']) await world.post('/v1/work-items', { queue: 'emails', key: `welcome-${key}`, payload: { to: `${key}@example.org` } });
  await world.post('/v1/work-items', { queue: 'reports', key: 'q3', priority: 'low', payload: { quarter: '2026-Q3' } });
  const answer = await world.post('/v1/work-items/claim', { queue: 'emails', limit: 3, lease: '1h', worker: 'mailer-1' });
  const { items } = (await answer.json()) as { items: { id: number; fence: number }[] };
  const fenceOf = (id: number): number | undefined => items.find((item) => item.id === id)?.fence;
  await world.post('/v1/work-items/1/complete', { fence: fenceOf(1), result: { message_id: '<1@example.org>' } });
  await world.post('/v1/work-items/3/fail', { fence: fenceOf(3), error: '550 no such mailbox: eve@example.org', retry: false });
}
