// Calls every operation against the OpenAPI document: a server that knows only the document checks each request, and
// answers with a value of the response's schema. The client must return that value without loss.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { EventStream, Refrain } from 'refrain-client';

import { startMock } from './processes.js';

test('requests and responses match the document in every alternative', async (t) => {
  const url = await startMock(t);
  const control = async (path, body) => {
    const options = body && { method: 'POST', body: JSON.stringify(body) };
    return (await fetch(`${url}/_mock/${path}`, options)).json();
  };
  const { operations, styles, newField } = await control('operations');
  assert.ok(operations.length > 80 && styles.length === 10);
  const refrain = new Refrain({
    url: `${url}/prefix/`,
    key: 'rfn_key',
    tenant: 'production/acme',
    retries: { attemptsMax: 1 },
  });
  for (const style of styles) {
    for (const { id, path, query, hasBody } of operations) {
      const sample = await control('expect', { operation: id, style });
      const options = { ...sample.query, idempotencyKey: sample.key, ifMatch: sample.version };
      const parts = [...path.map((name) => sample.path[name]), ...query.map((name) => sample.query[name])];
      const body = sample.body ?? undefined;
      // A request that does not match is refused, with what is wrong with it.
      let result = await refrain[id](...parts, ...(hasBody ? [body, options] : [options]));
      if (result instanceof EventStream) {
        const { value } = await result.next();
        await result.return();
        assert.equal(value.type, 'event', id);
        result = value.event;
      }
      assert.deepEqual(without(newField, result ?? null), sample.response, id);
    }
  }
});

/** Removes the field that a newer server adds. */
function without(field, value) {
  if (Array.isArray(value)) return value.map((item) => without(field, item));
  if (value === null || typeof value !== 'object') return value;
  const known = Object.entries(value).filter(([name]) => name !== field);
  return Object.fromEntries(known.map(([name, item]) => [name, without(field, item)]));
}
