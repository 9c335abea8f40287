// Sample data for a server: schedules of every kind and status.
import { seedControls, seedWorkItems } from './seed-controls';
import type { World } from './world';

const log = { provider: 'log', payload: { to: 'team' } };

export async function seed(world: World): Promise<void> {
  await seedWorkItems(world);
  await seedControls(world);
  const schedules = [
    { id: 'daily-digest', cron: '0 9 * * MON-FRI', timezone: 'Europe/Paris', description: 'The digest that the whole team reads in the morning.', labels: { team: 'growth' }, action: log },
    { id: 'invoice-run', cron: '0 6 1 * *', timezone: 'America/New_York', labels: { team: 'billing', tier: 'critical' }, action: { provider: 'webhook', target: 'https://example.com/invoices', payload: { run: '{{period_key}}' } } },
    { id: 'heartbeat', spec: { recurrence: { kind: 'every', every: 1, unit: 'seconds' }, timezone: 'UTC' }, action: log },
    { id: 'cache-warmup', cron: '*/5 * * * *', timezone: 'Asia/Tokyo', labels: { team: 'platform' }, action: log },
    { id: 'quarter-close', spec: { recurrence: { kind: 'calendar', frequency: 'quarterly', time_of_day: '18:00', at: 'period_end' }, timezone: 'Europe/London' }, labels: { team: 'billing' }, action: log },
    { id: 'standup', spec: { recurrence: { kind: 'rrule', text: 'RRULE:FREQ=WEEKLY;BYDAY=MO,WE,FR;BYHOUR=9;BYMINUTE=45;BYSECOND=0' }, timezone: 'Australia/Lord_Howe' }, action: log },
    { id: 'launch', spec: { recurrence: { kind: 'once', at: '2030-01-01T00:00:00Z' }, timezone: 'UTC' }, action: log },
    { id: 'broken-hook', cron: '0 0 1 1 *', timezone: 'UTC', retry: { max_attempts: 1 }, action: { provider: 'webhook', target: 'https://refused.invalid/hook' } },
    { id: 'a-very-long-name-that-nobody-would-choose-but-a-generator-did-20261116-0001', cron: '30 2 * * *', timezone: 'Europe/Berlin', description: '<b>نص من اليمين إلى اليسار</b> & <script>alert(1)</script>', action: log },
    { id: 'hourly-sync', cron: '10 * * * *', timezone: 'Europe/Berlin', overlap: 'allow_all', action: log },
    { id: 'nightly-export', cron: '15 1 * * *', timezone: 'UTC', labels: { team: 'data' }, action: log },
  ];
  for (const schedule of schedules) await world.post('/v1/schedules', schedule);
  await world.post('/v1/schedules/nightly-export/pause', { note: 'the warehouse is being moved' });
  await world.post('/v1/schedules/launch/cancel', { note: 'not this year' });
  await world.post('/v1/schedules/daily-digest/fire', { note: 'seen by everyone' });
  await world.post('/v1/schedules/broken-hook/fire', {});
  await backfill(world, 'hourly-sync', 12);
}

/** Backfills the given number of days before now, so that the schedule has a history. */
async function backfill(world: World, id: string, days: number): Promise<void> {
  const now = Date.now();
  const range = { from: new Date(now - days * 24 * 3_600_000).toISOString(), to: new Date(now - 1_000).toISOString() };
  const preview = (await (await world.post(`/v1/schedules/${id}/backfill`, range)).json()) as { confirm: string };
  await world.post(`/v1/schedules/${id}/backfill`, { ...range, confirm: preview.confirm });
}
