// A real server with a new SQLite file on a free port, and a real Chromium. A violation of the page's content
// security policy, or an error in the browser console, fails the test that caused it.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axe from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

const START_MS_MAX = 30_000;
const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** Browser console messages about responses that a page expects and handles. */
const EXPECTED_ERRORS = /Failed to load resource/;

export class World {
  private constructor(
    readonly base: string,
    /** Startup output of the server; may contain a login link. */
    readonly startupOutput: string,
    private server: ChildProcess,
    private readonly flags: string[],
    private readonly folder: string,
    private readonly browser: Browser,
  ) {}

  static async start(...flags: string[]): Promise<World> {
    const executablePath = process.env['REFRAIN_TEST_CHROMIUM'] ?? CHROMIUM.find((path) => existsSync(path));
    if (!executablePath) throw new Error('there is no Chromium: install the package chromium');
    const folder = await mkdtemp(join(tmpdir(), 'refrain-console-'));
    const server = serve(folder, '127.0.0.1:0', flags);
    try {
      const startupOutput = await readStartupOutput(server);
      const base = /listens on (\S+)/.exec(startupOutput)?.[1];
      if (!base) throw new Error(`the server did not say where it listens: ${startupOutput}`);
      const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] });
      return new World(base, startupOutput, server, flags, folder, browser);
    } catch (error) {
      server.kill('SIGKILL');
      throw error;
    }
  }

  /** Opens a page in a new browser context and records its errors. */
  async page(options: Parameters<Browser['newContext']>[0] = {}): Promise<TestPage> {
    const context = await this.browser.newContext({
      baseURL: this.base,
      viewport: { width: 1280, height: 860 },
      locale: 'en-GB',
      timezoneId: 'Europe/Berlin',
      reducedMotion: 'reduce',
      ...options,
    });
    return TestPage.open(context);
  }

  post(path: string, body: unknown): Promise<Response> {
    return this.send('POST', path, body);
  }

  put(path: string, body: unknown): Promise<Response> {
    return this.send('PUT', path, body);
  }

  private async send(method: string, path: string, body: unknown): Promise<Response> {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(this.base + path, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  }

  /** Stops the server; open pages stay open. */
  async stopServer(): Promise<void> {
    const ended = new Promise((resolve) => this.server.once('exit', resolve));
    this.server.kill('SIGTERM');
    await ended;
  }

  /** Restarts the server at the same address. */
  async back(): Promise<void> {
    this.server = serve(this.folder, new URL(this.base).host, this.flags);
    await readStartupOutput(this.server);
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.stopServer();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** A browser page whose errors are recorded. */
export class TestPage {
  readonly errors: string[] = [];

  private constructor(readonly page: Page) {}

  static async open(context: BrowserContext): Promise<TestPage> {
    const page = await context.newPage();
    const testPage = new TestPage(page);
    page.setDefaultTimeout(120_000);
    page.on('pageerror', (error) => testPage.errors.push(`error: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error' && !EXPECTED_ERRORS.test(message.text())) testPage.errors.push(`console: ${message.text()}`);
    });
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        // Playwright receives it as a console error.
        // oxlint-disable-next-line no-console
        console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
      });
    });
    return testPage;
  }

  /** Waits until no part of the page is loading. The event stream never ends, so the network never becomes idle. */
  async waitUntilLoaded(): Promise<void> {
    await this.page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
    await this.page.evaluate(() => document.fonts.ready.then(() => undefined));
  }

  /** Returns the serious and critical accessibility violations found by axe. */
  async accessibilityViolations(): Promise<string[]> {
    // The driver evaluates the source. As a script of the page, the content security policy would reject it.
    await this.page.evaluate(axe.source);
    const found = await this.page.evaluate(async () => {
      const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run();
      return violations.map(({ id, impact, nodes }) => ({ id, impact, at: nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`) }));
    });
    return found.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, at }) => `${id}: ${at.slice(0, 3).join(' | ')}`);
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }
}

function serve(folder: string, bind: string, flags: string[]): ChildProcess {
  const binary = process.env['REFRAIN_BINARY'];
  if (!binary || !existsSync(binary)) throw new Error('REFRAIN_BINARY names no refrain; `make test` sets it');
  return spawn(binary, ['serve', '--bind', bind, ...flags], { cwd: folder, stdio: ['ignore', 'inherit', 'pipe'] });
}

function readStartupOutput(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let startupOutput = '';
    const timer = setTimeout(() => reject(new Error(`the server did not start: ${startupOutput}`)), START_MS_MAX);
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${startupOutput}`)));
    server.stderr?.on('data', (bytes: Buffer) => {
      startupOutput += bytes.toString();
      if (startupOutput.includes('/runs\n\n')) {
        clearTimeout(timer);
        resolve(startupOutput);
      }
    });
  });
}
