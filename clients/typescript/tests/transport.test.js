// Retries, reconnections and errors, against a server that answers as a test wants.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';

import {
  InvalidRequest,
  NotFound,
  RateLimited,
  Refrain,
  Schedule,
  seconds,
  TimedOut,
  Unauthorized,
  Unavailable,
  UnreadableResponse,
} from 'refrain-client';

const AWAY = [503, {}, ''];
const ALIVE = [200, {}, '{"status": "ok"}'];
const FIRED = [202, {}, '{"occurrence": 7, "existing": false, "state": "planned"}'];

/** Starts a server that gives these answers in order, and repeats the last one. */
async function script(t, ...answers) {
  const arrivals = [];
  const http = createServer((request, response) => {
    arrivals.push({ line: `${request.method} ${request.url}`, headers: request.headers });
    const [status, headers, body] = answers.length > 1 ? answers.shift() : answers[0];
    if (status) response.writeHead(status, headers).end(body);
  });
  await new Promise((resolve) => http.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    http.closeAllConnections();
    http.close();
  });
  const url = `http://127.0.0.1:${http.address().port}`;
  // The client waits only a moment before a retry.
  return { url, arrivals, refrain: new Refrain({ url, key: 'rfn_key', retries: { initialMs: 1 } }) };
}

test('reads are repeated until the server is back', async (t) => {
  const { refrain, arrivals } = await script(t, AWAY, [502, {}, '<html>'], ALIVE);
  assert.equal((await refrain.checkLiveness()).status, 'ok');
  assert.equal(arrivals.length, 3);
});

test('attempts end and the last error is thrown', async (t) => {
  const { refrain, arrivals } = await script(t, AWAY);
  await assert.rejects(refrain.checkLiveness(), Unavailable);
  assert.equal(arrivals.length, 4);
});

test('every attempt has the same generated idempotency key', async (t) => {
  const { refrain, arrivals } = await script(t, AWAY, FIRED);
  await refrain.fireSchedule('digest');
  await refrain.fireSchedule('digest');
  const keys = arrivals.map(({ headers }) => headers['idempotency-key']);
  assert.ok(keys[0] === keys[1] && keys[1] !== keys[2] && keys[0].length === 32, String(keys));
});

test('a request whose repetition would have an effect is sent once', async (t) => {
  const { refrain, arrivals } = await script(t, AWAY);
  const daily = Schedule.cron('@daily').log();
  for (const call of [
    () => refrain.pauseSchedule('digest'),
    () => refrain.updateSchedule('digest', { timezone: 'UTC' }),
    () => refrain.deleteSchedule('digest', { ifMatch: 1 }),
    () => refrain.putSchedule('digest', daily, { createOnly: true }),
  ]) {
    await assert.rejects(call(), Unavailable);
    assert.equal(arrivals.splice(0).length, 1);
  }
  for (const call of [() => refrain.deleteSchedule('digest'), () => refrain.createSchedule(daily)]) {
    await assert.rejects(call(), Unavailable);
    assert.equal(arrivals.splice(0).length, 4);
  }
});

test('a rate limit is waited for and a full tenant is not', async (t) => {
  const limited = await script(t, [429, { 'Retry-After': '0' }, '{}'], FIRED);
  assert.equal((await limited.refrain.fireSchedule('digest')).occurrence, 7);
  const full = await script(t, [429, {}, '{}']);
  await assert.rejects(full.refrain.fireSchedule('digest'), RateLimited);
  assert.equal(full.arrivals.length, 1);
});

test('a request that timed out is not repeated, and one that was aborted throws the reason', async (t) => {
  const { refrain, arrivals } = await script(t, [0]);
  await assert.rejects(refrain.checkLiveness({ timeoutMs: 20 }), TimedOut);
  assert.equal(arrivals.length, 1);
  const stop = new AbortController();
  const call = refrain.checkLiveness({ signal: stop.signal });
  stop.abort(new Error('enough'));
  await assert.rejects(call, /enough/);
});

test('a response that is no problem document is shown', async (t) => {
  const missing = await script(t, [404, { 'X-Request-Id': 'r-1' }, '<h1>no such page</h1>']);
  await assert.rejects(missing.refrain.getSchedule('digest'), (error) => {
    assert.ok(error instanceof NotFound && /404.*no such page/.test(error.message), error);
    return error.code === undefined && error.requestId === 'r-1';
  });
  const broken = await script(t, [200, {}, '<html>']);
  await assert.rejects(
    broken.refrain.checkLiveness(),
    (error) => error instanceof UnreadableResponse && /checkLiveness/.test(error.message),
  );
});

test('what cannot be sent is refused with the reason', async (t) => {
  for (const [url, reason] of [
    ['refrain.example.org', /http:/],
    ['ftp://refrain.example.org', /http:/],
    ['https://refrain.example.org/?a=1', /no user, query or fragment/],
    ['', /http:/],
  ]) {
    assert.throws(
      () => new Refrain({ url }),
      (error) => error instanceof InvalidRequest && reason.test(error.message),
    );
  }
  assert.equal(new Refrain({ url: 'http://localhost:7433/' }).url, 'http://localhost:7433');
  const { refrain, arrivals } = await script(t, ALIVE);
  await assert.rejects(refrain.fireSchedule('digest', {}, { idempotencyKey: 'a\nb' }), /Idempotency-Key/);
  await assert.rejects(refrain.getSchedule(''), /empty/);
  await assert.rejects(refrain.getSchedule('..'), /expected a name/);
  assert.throws(() => Schedule.cron('@daily').build(), /expected an action/);
  assert.throws(() => Schedule.cron('@daily').log().maxRuns(1).build(), /time zone together with max_runs/);
  assert.throws(() => Schedule.cron('@daily').at('09:00'), /begin with Schedule.every/);
  assert.throws(() => seconds('1d'), /length of time/);
  assert.equal(arrivals.length, 0);
});

test('a stream continues after the last event', async (t) => {
  const first =
    'event: open\nretry: 1\ndata: {"node": "a"}\n\nid: era-7\nevent: gap\ndata: {"kind": "gap", "at": "2026-01-01T00:00:00Z"}\n\n';
  const second = 'event: missed\ndata: {"count": 3}\n\nevent: new\ndata: [1]\n\n';
  const { refrain, arrivals } = await script(t, [200, {}, first], AWAY, [200, {}, second], [401, {}, '{}']);
  const items = [];
  const read = async () => {
    for await (const item of refrain.streamEvents({ schedule: 'digest' })) items.push(item);
  };
  await assert.rejects(read(), Unauthorized);
  assert.deepEqual(items[0], { type: 'open', node: 'a' });
  assert.equal(items[1].event.kind, 'gap');
  assert.deepEqual(items.slice(2), [
    { type: 'missed', count: 3 },
    { type: 'other', name: 'new', data: '[1]' },
  ]);
  assert.deepEqual(
    arrivals.map(({ headers }) => headers['last-event-id']),
    [undefined, 'era-7', 'era-7', 'era-7'],
  );
  assert.ok(arrivals.every(({ line }) => line === 'GET /v1/events?schedule=digest'));
});

test('an error ends the items of a list', async (t) => {
  const { refrain, arrivals } = await script(t, [200, {}, '{"items": [], "next_cursor": "c/2"}'], [400, {}, '{}']);
  await assert.rejects(refrain.listHolds({ limit: 1 }).all(), InvalidRequest);
  assert.deepEqual(
    arrivals.map(({ line }) => line),
    ['GET /v1/holds?limit=1', 'GET /v1/holds?limit=1&cursor=c%2F2'],
  );
});
