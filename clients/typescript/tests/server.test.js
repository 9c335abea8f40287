// The client against a real server: `refrain serve` on SQLite.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  Conflict,
  Forbidden,
  InvalidRequest,
  NotFound,
  NotModified,
  RateLimited,
  Schedule,
  seconds,
  Unauthorized,
  Unavailable,
} from 'refrain-client';

import { startServer } from './processes.js';

/** Returns a schedule that is never due by itself, and that writes a log record. */
const yearly = (id) => Schedule.cron('0 0 1 1 *', { timezone: 'UTC' }).log({ to: 'team' }).id(id);

test('the client against a real server', async (t) => {
  const server = await startServer(t);
  const refrain = server.client();

  await t.test('a schedule is created with everything that was set', async () => {
    const created = yearly('created').labels({ team: 'billing' }).overlap('buffer_one').timeout('1h 30m');
    await refrain.createSchedule(created.retry({ max_attempts: 3, initial: '1m 30s' }));
    const stored = await refrain.getSchedule('created');
    assert.deepEqual([stored.overlap, seconds(stored.timeout)], ['buffer_one', 5400]);
    assert.deepEqual([stored.retry.initial, stored.labels], ['1m 30s', { team: 'billing' }]);
    assert.equal(stored.spec.recurrence.expression, '0 0 1 1 *');
  });

  await t.test('every way to build a schedule is accepted', async () => {
    const start = new Date('2030-01-01T00:00:00Z');
    const builders = {
      every: Schedule.every(2, 'weeks', { timezone: 'Europe/Paris' }).on('monday').at('09:00', '17:00').starting(start),
      month: Schedule.every(1, 'months').onMonthDays(-1).at('02:30').maxRuns(3).ending('2031-01-01T00:00:00Z'),
      when: Schedule.when('every weekday at 9:00', { timezone: 'America/New_York' }).paused(),
      once: Schedule.once(start).atMostOnce(),
      rrule: Schedule.rrule('FREQ=WEEKLY;BYDAY=MO').jitter('50%').catchUp('all', { window: '2h' }),
      first: Schedule.cron('@daily', { timezone: 'UTC' }).firstRun({ after: '1h' }).jitter('5m'),
    };
    for (const [id, builder] of Object.entries(builders)) {
      const saved = await refrain.putSchedule(
        id,
        builder.queue('nobody', {}, { priority: 'low', maxAttempts: 2 }).id('x'),
      );
      assert.deepEqual([saved.id, saved.status], [id, id === 'when' ? 'paused' : 'active']);
      assert.ok((await refrain.previewSchedule(builder.log())).next.length);
    }
    assert.equal((await refrain.getSchedule('every')).spec.starts_at, '2030-01-01T00:00:00Z');
  });

  await t.test('lists are read page by page', async () => {
    for (let number = 0; number < 5; number++) await refrain.createSchedule(yearly(`page${number}`));
    const listing = refrain.listSchedules({ id_prefix: 'page', limit: 2 });
    const page = await listing;
    assert.ok(page.items.length === 2 && page.next_cursor);
    const ids = (await listing.all()).map((schedule) => schedule.id);
    assert.deepEqual(ids, ['page0', 'page1', 'page2', 'page3', 'page4']);
  });

  await t.test('an edit of another version is a conflict', async () => {
    const { revision } = await refrain.createSchedule(yearly('edited'));
    await assert.rejects(refrain.getSchedule('edited', { ifNoneMatch: revision }), NotModified);
    const edited = await refrain.updateSchedule('edited', { description: 'new' }, { ifMatch: revision });
    assert.deepEqual([edited.revision, edited.description], [2, 'new']);
    const late = refrain.updateSchedule('edited', { description: 'newer' }, { ifMatch: revision });
    await assert.rejects(late, (error) => error instanceof Conflict && error.status === 412);
    await assert.rejects(refrain.createSchedule(yearly('edited')), (error) => error.code === 'exists');
    await assert.rejects(refrain.putSchedule('edited', yearly('edited'), { createOnly: true }), Conflict);
    const cleared = await refrain.updateSchedule('edited', { timezone: 'Europe/Paris', history: null });
    assert.equal(cleared.spec.timezone, 'Europe/Paris');
    await refrain.deleteSchedule('edited');
    await assert.rejects(refrain.getSchedule('edited'), NotFound);
  });

  await t.test('a manual run is waited for and streamed', async () => {
    await refrain.createSchedule(yearly('fired'));
    const events = await refrain.streamEvents({ schedule: 'fired', kind: 'completed' }).connect();
    assert.equal((await events.next()).value.type, 'open');
    const run = await refrain.fireSchedule('fired', { note: 'a test' }, { idempotencyKey: 'first' });
    const again = await refrain.fireSchedule('fired', { note: 'a test' }, { idempotencyKey: 'first' });
    assert.deepEqual([again.occurrence, again.existing], [run.occurrence, true]);
    const { value } = await events.next();
    assert.deepEqual([value.event.kind, value.event.occurrence_id], ['completed', run.occurrence]);
    await events.return();
    const ended = await refrain.waitForOccurrence(run.occurrence);
    assert.deepEqual([ended.state, ended.trigger, ended.attempts.length], ['succeeded', 'manual', 1]);
    const why = await refrain.explainSchedule('fired', new Date('2099-01-01T00:00:00Z'));
    assert.ok(why.evaluation.matches, why.sentence);
  });

  await t.test('a stream ends when its signal is aborted', async () => {
    const stop = new AbortController();
    const events = await refrain.streamEvents({ signal: stop.signal }).connect();
    await events.next();
    const waiting = events.next();
    stop.abort();
    assert.equal((await waiting).done, true);
  });

  await t.test('an invalid request is located', async () => {
    const named = refrain.with({ requestId: 'test-1' });
    await assert.rejects(named.createSchedule(Schedule.cron('0 9 * * MUN').log()), (error) => {
      assert.ok(error instanceof InvalidRequest && error.message.includes('column 9'), error);
      assert.deepEqual([error.column, error.requestId], [9, 'test-1']);
      return true;
    });
    await assert.rejects(refrain.createSchedule(Schedule.cron('@daily').send('pigeon')), (error) => {
      assert.deepEqual([error.code, error.path], ['unknown_provider', 'action.provider']);
      return error.hint.length > 0;
    });
    const response = await refrain.request('GET', '/v1/schedules', { query: { limit: 1 } });
    assert.ok(response.status === 200 && response.value.items.length === 1);
    assert.equal(await refrain.serverVersion(), '0.1.0');
  });
});

test('rights are told apart, and a server that is away is unavailable', async (t) => {
  const server = await startServer(t);
  const { key } = await server.client().createKey({ role: 'admin', reach: 'all' });
  const admin = server.client({ key });
  const viewer = server.client({ key: (await admin.createKey({ role: 'viewer' })).key });
  await assert.rejects(server.client().listSchedules().page(), Unauthorized);
  await assert.rejects(viewer.createSchedule(yearly('digest')), Forbidden);
  await admin.with({ tenant: 'production/acme' }).createSchedule(yearly('digest'));
  await assert.rejects(admin.getSchedule('digest'), NotFound);
  await server.kill();
  await assert.rejects(admin.checkLiveness(), (error) => error instanceof Unavailable && !error.wasSent);
});

test('a rate limit says when to come back', async (t) => {
  const server = await startServer(t, ['limits.requests_per_second=1', 'limits.request_burst=1']);
  const { key } = await server.client().createKey({ role: 'admin' });
  const refrain = server.client({ key });
  const limited = async () => {
    for (;;) await refrain.listSchedules();
  };
  await assert.rejects(limited(), (error) => error instanceof RateLimited && error.retryAfterMs > 0);
});
