// What decides about actions on their way, so that its pages have something to show. None of it touches what other tests look at.
import type { World } from './world';

export async function seedOrders(world: World): Promise<void> {
  await world.put('/v1/holds/case-4711', { code: 'legal', note: 'Nothing is sent to this customer while the case is open.', selects: { labels: { customer: 'acme' } } });
  await world.put('/v1/holds/warehouse-move', { code: 'maintenance', note: 'The warehouse moves over the weekend.', selects: { schedules: ['nightly-export'] }, from: '2030-05-04T18:00:00Z', until: '2030-05-06T06:00:00Z' });
  await world.put('/v1/holds/summer-break', { code: 'inactive', selects: { scope: { type: 'engagement', id: '2025-17' } }, until: '2025-09-01T00:00:00Z' });
  await world.post('/v1/breakers/trip', { provider: 'webhook', receiver: 'example.com', note: 'They are moving until Monday.' });
  await world.put('/v1/capacities/hourly', { limit: 100_000, window: '1h' });
}
