// Servers of tests, as processes of their own: `refrain serve` on a SQLite store, and one that knows only the document.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { Refrain } from 'refrain-client';

const CLIENTS = fileURLToPath(new URL('../..', import.meta.url));
const BINARY = process.env.REFRAIN_BINARY ?? join(CLIENTS, '../target/debug/refrain');
/** Start of the first line that the server prints. */
const GREETING = 'refrain listens on ';
/** Webhooks may reach receivers on this machine. */
const CONFIGURATION =
  '[providers.webhook]\nkind = "webhook"\nallow = ["127.0.0.1"]\nallow_http = true\nany_port = true\n';

/** Starts a process, and returns it with the rest of the first line that it prints with a beginning. */
async function start(program, args, stream, beginning, options = {}) {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'], ...options });
  const printed = [];
  // Both are read to the end, or the process would block on a full pipe.
  (stream === 'stderr' ? child.stdout : child.stderr).resume();
  const found = await new Promise((resolve) => {
    const lines = createInterface({ input: child[stream] });
    lines.on('line', (line) => {
      printed.push(line);
      if (line.startsWith(beginning)) resolve(line.slice(beginning.length).trim());
    });
    lines.on('close', () => resolve(undefined));
  });
  assert.ok(found !== undefined, printed.join('\n'));
  return { child, found };
}

/** Starts a server that ends with a test. */
export async function startServer(test, settings = []) {
  assert.ok(existsSync(BINARY), `${BINARY} does not exist; set REFRAIN_BINARY, or run .ci/clients test`);
  const folder = mkdtempSync(join(tmpdir(), 'refrain-client-'));
  writeFileSync(join(folder, 'refrain.toml'), CONFIGURATION);
  const args = ['serve', '--bind', '127.0.0.1:0', ...settings.flatMap((setting) => ['--set', setting])];
  const { child, found: url } = await start(BINARY, args, 'stderr', GREETING, { cwd: folder });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  test.after(kill);
  // A client that repeats no request, so that tests see every error.
  const client = (options = {}) => new Refrain({ url, retries: { attemptsMax: 1 }, ...options });
  return { url, client, kill };
}

/** Starts the server that knows only the OpenAPI document. */
export async function startMock(test) {
  const { child, found: url } = await start('python3', [join(CLIENTS, 'mock/server.py')], 'stdout', '');
  test.after(() => child.kill());
  return url;
}
