// Runs the examples of the documents against a real server, after checking their types.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { Refrain } from 'refrain-client';

import { startServer } from './processes.js';

const FOLDER = fileURLToPath(new URL('..', import.meta.url));
// Inside the package, which can therefore be imported by its name.
const BUILD = join(FOLDER, 'build/examples');
const DOCUMENTS = { readme: join(FOLDER, 'README.md'), guide: join(FOLDER, '../../docs/clients.md') };
// The examples name what Node has and browsers do not.
const NODE = 'declare const process: { once(signal: string, stop: () => void): void };\n';

/** Returns the examples of a document as one program. */
function program(path, replaced) {
  const found = [...readFileSync(path, 'utf8').matchAll(/^```ts\n(.*?)^```/gms)].map(([, code]) => code);
  assert.ok(found.length >= 3);
  return replaced.reduce((code, [from, to]) => code.replaceAll(from, to), NODE + found.join('\n'));
}

test('examples run', async (t) => {
  const servers = await Promise.all(Object.keys(DOCUMENTS).map(() => startServer(t)));
  const http = createServer((_, response) => response.end());
  await new Promise((resolve) => http.listen(0, '127.0.0.1', resolve));
  t.after(() => http.close());
  // A consumer without work stops within this time.
  const { consume } = Refrain.prototype;
  t.mock.method(Refrain.prototype, 'consume', function (queue, options) {
    return consume.call(this, queue, { ...options, wait: 1 });
  });
  rmSync(BUILD, { recursive: true, force: true });
  mkdirSync(BUILD, { recursive: true });
  Object.entries(DOCUMENTS).forEach(([name, path], index) => {
    const code = program(path, [
      ['https://refrain.example.org', servers[index].url],
      ["'rfn_…'", 'undefined'],
      ['https://example.org/hooks/digest', `http://127.0.0.1:${http.address().port}/`],
    ]);
    writeFileSync(join(BUILD, `${name}.ts`), code);
  });
  const compilerOptions = {
    rootDir: '.',
    outDir: '.',
    declaration: false,
    declarationMap: false,
    noUnusedLocals: false,
    skipLibCheck: true,
  };
  const config = { extends: '../../tsconfig.json', compilerOptions, include: ['*.ts'], exclude: [] };
  writeFileSync(join(BUILD, 'tsconfig.json'), JSON.stringify(config));
  const compiled = spawnSync(join(FOLDER, 'node_modules/.bin/tsc'), ['--project', BUILD], { encoding: 'utf8' });
  assert.equal(compiled.status, 0, compiled.stdout);

  for (const [index, name] of Object.keys(DOCUMENTS).entries()) {
    const refrain = servers[index].client();
    let isRunning = true;
    const running = import(pathToFileURL(join(BUILD, `${name}.js`)).href).finally(() => (isRunning = false));
    // The consumer of the example is stopped when its item is completed.
    const isDone = async () => {
      const { items } = await refrain.listWorkItems({ queue: 'emails' });
      return items.length > 0 && items.every((item) => item.state === 'completed');
    };
    while (isRunning && !(await isDone())) await new Promise((resolve) => setTimeout(resolve, 20));
    process.emit('SIGTERM');
    await running;
  }
});
