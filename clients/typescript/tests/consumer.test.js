// Consumers of work queues, against a real server.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Item, LeaseLost, Refrain, Reject, Schedule } from 'refrain-client';

import { startServer } from './processes.js';

test('consumers', async (t) => {
  const refrain = (await startServer(t)).client();
  const enqueue = async (queue, payload) => (await refrain.enqueueWorkItem({ queue, payload })).id;
  const stateOf = (id) => refrain.getWorkItem(id);

  await t.test('items are completed and failed by a function', async () => {
    const ids = [];
    for (let n = 0; n < 4; n++) ids.push(await enqueue('run', { n }));
    const errors = [];
    const consumer = refrain.consume('run', {
      wait: 1,
      onError: (error, item) => errors.push([error.message, item.id]),
    });
    await consumer.run(async (item) => {
      if (item.payload.n === 1) throw new Error('no such address');
      if (item.payload.n === 2) throw new Reject('never');
      if (item.payload.n === 3) {
        await item.complete({ sent: 1 });
        consumer.stop();
      }
      return item.payload;
    });
    const [good, bad, hopeless, own] = await Promise.all(ids.map(stateOf));
    assert.deepEqual([good.state, good.result], ['completed', { n: 0 }]);
    assert.deepEqual([bad.state, bad.error], ['queued', 'Error: no such address']);
    assert.deepEqual([hopeless.state, own.result], ['dead', { sent: 1 }]);
    assert.deepEqual(errors, [
      ['no such address', ids[1]],
      ['never', ids[2]],
    ]);
  });

  await t.test('an iterated item is completed by the next one and failed by an error', async () => {
    const [first, second] = [await enqueue('plain', 1), await enqueue('plain', 2)];
    const loop = async () => {
      for await (const item of refrain.consume('plain', { wait: 1 })) if (item.id === second) throw new Error('stop');
    };
    await assert.rejects(loop(), /stop/);
    assert.equal((await stateOf(first)).state, 'completed');
    assert.match((await stateOf(second)).error, /the loop ended/);
  });

  await t.test('a lease is extended while an item is processed', async () => {
    const id = await enqueue('slow', {});
    const consumer = refrain.consume('slow', { lease: 1, wait: 1 });
    await consumer.run(async (item) => {
      // Without an extension, another worker would get the item after a second.
      const { items } = await refrain.claimWorkItems({ queue: 'slow', wait: 2 });
      assert.deepEqual([items, item.isLost], [[], false]);
      consumer.stop();
    });
    const { state, attempt } = await stateOf(id);
    assert.deepEqual([state, attempt], ['completed', 1]);
  });

  await t.test('a lost lease is not settled', async () => {
    await enqueue('lost', {});
    const { items } = await refrain.claimWorkItems({ queue: 'lost' });
    await refrain.failWorkItem(items[0].id, { fence: items[0].fence, error: 'by another worker' });
    const item = new Item(refrain, items[0]);
    await assert.rejects(item.complete(), LeaseLost);
    assert.ok(item.isLost);
  });

  await t.test('a settlement waits for a server that is away', async () => {
    const id = await enqueue('away', {});
    const completions = [];
    // The first attempt to complete the item fails.
    const failing = async (url, options) => {
      if (!url.endsWith('/complete')) return fetch(url, options);
      completions.push(url);
      return completions.length === 1 ? new Response('', { status: 503 }) : fetch(url, options);
    };
    const client = new Refrain({ url: refrain.url, retries: { attemptsMax: 1 }, fetch: failing });
    const errors = [];
    const consumer = client.consume('away', { wait: 1, onError: (error) => errors.push(error.status) });
    await consumer.run(() => consumer.stop());
    assert.deepEqual([(await stateOf(id)).state, completions.length, errors], ['completed', 2, [503]]);
  });

  await t.test('items are processed at the same time, until the signal is aborted', async () => {
    await refrain.putSchedule(
      'to-many',
      Schedule.cron('@yearly', { timezone: 'UTC' }).queue('many', { from: 'schedule' }),
    );
    for (let n = 0; n < 2; n++) await enqueue('many', { n });
    await refrain.fireSchedule('to-many');
    const stop = new AbortController();
    const arrived = [];
    // No item is completed before three are processed.
    const meeting = new Promise((resolve) => stop.signal.addEventListener('abort', resolve));
    await refrain.consume('many', { wait: 1, signal: stop.signal }).run(
      async (item) => {
        arrived.push([item.schedule, item.payload]);
        if (arrived.length === 3) stop.abort();
        await meeting;
      },
      { concurrency: 3 },
    );
    assert.equal(arrived.length, 3);
    assert.ok(arrived.some(([schedule, payload]) => schedule === 'to-many' && payload.from === 'schedule'));
  });
});
