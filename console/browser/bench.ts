// Measures the console with 100,000 schedules: time until pages are usable, cost of scrolling, and number of
// requests of an idle page. `make bench-console` runs it with the release binary and a file filled by
// `bench/api`.
import { expect, it } from 'vitest';
import { type TestPage, World } from './world';

const ALL_MS_MAX = 240_000;
const INTERACTIVE_MS_MAX = 1_500;
const LONG_TASK_MS_MAX = 100;
const IDLE_MS = 30_000;
const ROUNDS = 5;
const SCROLLS = 80;
const SCROLL_PX = 900;
/** Maximum number of requests of an idle page. Data without events is polled at most every five seconds. */
const IDLE_REQUESTS_MAX = 6;
/**
 * Maximum number of requests of a page whose visible rows change. Queries invalidated by events are refetched at
 * most every two seconds: the visible rows and the counts.
 */
const BUSY_REQUESTS_MAX = 50;

const print = (text: string) => process.stdout.write(`${text}\n`);

/**
 * Returns a function that reads the CPU time of the page's main thread, in milliseconds. Unlike elapsed time, it
 * does not depend on other load on the machine.
 */
async function cpuTimer({ page }: TestPage): Promise<() => Promise<number>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
  };
}

/** Returns the median over several rounds, each in a new browser context without cached files. */
async function timeToInteractive(world: World, path: string, isThere: (testPage: TestPage) => Promise<void>): Promise<number> {
  const rounds: number[] = [];
  let work = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const testPage = await world.page();
    const cpuTime = await cpuTimer(testPage);
    await testPage.page.goto(path, { waitUntil: 'commit' });
    await isThere(testPage);
    rounds.push(await testPage.page.evaluate(() => performance.now()));
    work = Math.round(await cpuTime());
    await testPage.close();
  }
  const median = rounds.toSorted((one, next) => one - next)[Math.floor(ROUNDS / 2)] ?? Infinity;
  print(`console: ${path}: can be used after ${Math.round(median)} ms (of ${rounds.map(Math.round).join(', ')}), ${work} ms of work; aim ${INTERACTIVE_MS_MAX} ms`);
  return median;
}

async function longTasks(testPage: TestPage, during: () => Promise<void>): Promise<number[]> {
  await testPage.page.evaluate(() => {
    const holder = globalThis as unknown as { tasks: number[] };
    holder.tasks = [];
    new PerformanceObserver((list) => holder.tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ entryTypes: ['longtask'] });
  });
  await during();
  return testPage.page.evaluate(() => (globalThis as unknown as { tasks: number[] }).tasks);
}

/** Counts the requests of a page without user input. */
async function countRequests({ page }: TestPage, when: string): Promise<number> {
  const requestCounts = new Map<string, number>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    requestCounts.set(pathname, (requestCounts.get(pathname) ?? 0) + 1);
  });
  await page.waitForTimeout(IDLE_MS);
  const each = [...requestCounts].map(([path, count]) => `${path} ${count}`).join(', ');
  const all = [...requestCounts.values()].reduce((sum, count) => sum + count, 0);
  print(`console: ${all} requests in ${IDLE_MS / 1_000} s ${when} (${each})`);
  return all;
}

it('a hundred thousand schedules are borne', async () => {
  const store = process.env['REFRAIN_BENCH_STORE'];
  if (!store) throw new Error('REFRAIN_BENCH_STORE names no filled file; `make bench-console` sets it');
  const world = await World.start('--store', `sqlite:${store}`);
  const overview = await timeToInteractive(world, '/', ({ page }) => page.getByLabel('In numbers').getByText('Active').waitFor());
  const list = await timeToInteractive(world, '/schedules', ({ page }) => page.getByRole('link', { name: 'schedule-0000000' }).waitFor());
  const testPage = await world.page();
  const { page } = testPage;
  await page.goto('/schedules');
  await page.getByRole('link', { name: 'schedule-0000000' }).waitFor();
  const cpuTime = await cpuTimer(testPage);
  const before = await cpuTime();
  const tasks = await longTasks(testPage, async () => {
    await page.mouse.move(700, 600);
    for (let scroll = 0; scroll < SCROLLS; scroll++) {
      await page.mouse.wheel(0, SCROLL_PX);
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
  });
  const reached = await page.evaluate(() => Math.max(...[...document.querySelectorAll('[role="row"]')].map((row) => Number(row.getAttribute('aria-rowindex')))));
  const worst = Math.max(0, ...tasks);
  const cost = Math.round(((await cpuTime()) - before) / SCROLLS);
  print(`console: scrolling to row ${reached}: ${cost} ms of work for each of ${SCROLLS} steps, ${tasks.length} tasks over 50 ms, the longest ${Math.round(worst)} ms; aim: none over ${LONG_TASK_MS_MAX} ms`);
  const busy = await countRequests(testPage, 'with rows in sight');
  await testPage.close();
  const quiet = await world.page();
  await quiet.page.addInitScript(() => localStorage.setItem('refrain-tenant', 'quiet'));
  await quiet.page.goto('/schedules');
  await quiet.page.getByText('Nothing recurs yet').waitFor();
  const idle = await countRequests(quiet, 'without anything happening');
  await quiet.close();
  await world.stop();
  expect(reached).toBeGreaterThan(500);
  expect(Math.max(overview, list)).toBeLessThan(INTERACTIVE_MS_MAX);
  expect(worst).toBeLessThan(LONG_TASK_MS_MAX);
  expect(busy).toBeLessThanOrEqual(BUSY_REQUESTS_MAX);
  expect(idle).toBeLessThanOrEqual(IDLE_REQUESTS_MAX);
}, ALL_MS_MAX);
