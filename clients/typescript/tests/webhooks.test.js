// Receivers of webhooks: signatures, and each delivery processed once.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { test } from 'node:test';

import { MemoryStore, Schedule, verifyWebhook, WebhookError, WebhookReceiver } from 'refrain-client';

import { startServer } from './processes.js';

const FIRST = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const SECOND = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const BODY = '{"text": "zażółć"}';

function signed(secrets, timestamp = Math.floor(Date.now() / 1000), body = BODY) {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`msg_1.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'Webhook-Id': 'msg_1', 'Webhook-Timestamp': String(timestamp), 'Webhook-Signature': signatures.join(' ') };
}

test('a signature with a known secret is verified', async () => {
  for (const [secrets, headers] of [
    [FIRST, signed([FIRST])],
    [FIRST, signed([SECOND, FIRST])],
    [[SECOND, FIRST], signed([FIRST])],
    [FIRST, new Headers(signed([FIRST]))],
  ]) {
    const delivery = await verifyWebhook(BODY, headers, secrets);
    assert.deepEqual([delivery.id, delivery.payload, delivery.schedule], ['msg_1', { text: 'zażółć' }, undefined]);
  }
  assert.equal((await verifyWebhook(Buffer.from(BODY), signed([FIRST]), FIRST)).body, BODY);
});

test('a request that is not authentic is refused', async () => {
  const now = Math.floor(Date.now() / 1000);
  const valid = signed([FIRST]);
  for (const [headers, body, reason] of [
    [signed([SECOND]), BODY, /no signature/],
    [valid, '{}', /no signature/],
    [{ ...valid, 'Webhook-Id': 'msg_2' }, BODY, /no signature/],
    [{ ...valid, 'Webhook-Signature': valid['Webhook-Signature'].replace('v1,', 'v2,') }, BODY, /no signature/],
    [{ ...valid, 'Webhook-Signature': 'v1,!' }, BODY, /no signature/],
    [signed([FIRST], now - 302), BODY, /within 300 seconds/],
    [signed([FIRST], now + 310), BODY, /within 300 seconds/],
    [{ ...valid, 'Webhook-Timestamp': 'soon' }, BODY, /timestamp in seconds/],
    [{ 'Webhook-Id': 'msg_1' }, BODY, /webhook-timestamp/],
  ]) {
    await assert.rejects(
      verifyWebhook(body, headers, FIRST),
      (error) => error instanceof WebhookError && reason.test(error.message),
    );
  }
  for (const secrets of ['whsec_short', 'whsec_!', 'whsec_AAAA']) {
    assert.throws(() => new WebhookReceiver({ secrets }), /expected a secret/);
  }
});

test('a delivery is processed once and again after a failure', async () => {
  const receiver = new WebhookReceiver({ secrets: FIRST });
  const seen = [];
  const handle = (secret, handler) => receiver.handle(BODY, signed([secret]), handler);
  const remember = (delivery) => seen.push(delivery.id);
  const failed = handle(FIRST, async () => {
    assert.equal((await handle(FIRST, remember)).status, 503);
    throw new Error('the database is away');
  });
  await assert.rejects(failed, /database/);
  assert.equal((await handle(FIRST, remember)).text, 'processed');
  assert.equal((await handle(FIRST, remember)).text, 'already processed');
  assert.equal((await handle(SECOND, remember)).status, 400);
  assert.deepEqual(seen, ['msg_1']);
  const request = new Request('http://localhost', { method: 'POST', headers: signed([FIRST]), body: BODY });
  assert.equal(await (await receiver.fetch(request, remember)).text(), 'already processed');
});

test('a store in memory forgets the oldest', () => {
  const store = new MemoryStore(2);
  const found = ['a', 'b', 'a', 'c', 'a'].map((id) => store.begin(id));
  assert.deepEqual(found, ['new', 'new', 'running', 'new', 'new']);
});

test('a webhook of a real server is verified', async (t) => {
  const refrain = (await startServer(t)).client();
  const receiver = new WebhookReceiver({ secrets: SECOND });
  const deliveries = [];
  const http = createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    const { status, text } = await receiver.handle(Buffer.concat(parts), request.headers, (one) =>
      deliveries.push(one),
    );
    response.writeHead(status).end(text);
  });
  await new Promise((resolve) => http.listen(0, '127.0.0.1', resolve));
  t.after(() => http.close());
  await refrain.putSecret('first', { value: FIRST });
  await refrain.putSecret('second', { value: SECOND });
  const url = `http://127.0.0.1:${http.address().port}/`;
  const hook = Schedule.cron('@yearly', { timezone: 'UTC' }).webhook(
    url,
    { text: 'zażółć' },
    { signWith: ['first', 'second'] },
  );
  await refrain.putSchedule('hook', hook);
  const run = await refrain.fireSchedule('hook');
  assert.equal((await refrain.waitForOccurrence(run.occurrence)).state, 'succeeded');
  const [{ schedule, occurrence, attempt, payload }] = deliveries;
  assert.deepEqual(
    { schedule, occurrence, attempt, payload },
    {
      schedule: 'hook',
      occurrence: run.occurrence,
      attempt: 1,
      payload: { text: 'zażółć' },
    },
  );
});
