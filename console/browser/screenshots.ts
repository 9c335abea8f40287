// Takes screenshots of every page in both themes and both widths for review. `make screenshots` runs it.
import { mkdir } from 'node:fs/promises';
import { it } from 'vitest';
import { seed } from './seed';
import { World } from './world';

const FOLDER = 'screenshots';
const ALL_MS_MAX = 300_000;
const PAGES = {
  overview: '/',
  schedules: '/schedules',
  schedule: '/schedules/heartbeat',
  definition: '/schedules/daily-digest?tab=definition',
  paused: '/schedules/nightly-export?tab=history',
  why: '/schedules/daily-digest?tab=why&at=2026-11-15T08:00:00Z',
  create: '/new',
  edit: '/schedules/daily-digest/edit',
  trends: '/schedules/hourly-sync?tab=trends',
  'calendar-week': '/calendar',
  'calendar-day': '/calendar?view=day',
  'calendar-month': '/calendar?view=month',
  'calendar-timeline': '/calendar?view=timeline',
  ledger: '/ledger',
  'dead-letters': '/dead-letters',
  audit: '/audit',
  'sign-in': '/sign-in',
  holds: '/holds',
  hold: '/holds?hold=case-4711',
  providers: '/providers',
  settings: '/settings',
  keys: '/keys',
  'new-key': '/keys?add=key',
  secrets: '/secrets',
  alerts: '/alerts',
  alert: '/alerts?alert=on-call',
  queues: '/queues',
  'work-item': '/queues?item=2',
  calendars: '/calendars',
  'calendar-year': '/calendars/german-holidays?year=2026',
  rules: '/rules?test=daily-digest',
  rule: '/rules?rule=quiet-nights',
};
/** Pages to capture. `REFRAIN_SCREENSHOTS=holds,rules` limits them to these two. */
const WANTED = process.env['REFRAIN_SCREENSHOTS']?.split(',') ?? [];
const chosen = Object.entries(PAGES).filter(([name]) => WANTED.includes('1') || WANTED.includes(name));
/** Time for a page to show live events before the screenshot. */
const SETTLE_MS = 900;

it('takes screenshots of all pages', async () => {
  const world = await World.start();
  await seed(world);
  await mkdir(FOLDER, { recursive: true });
  for (const theme of ['light', 'dark'] as const) {
    for (const width of [1280, 390]) {
      const testPage = await world.page({ colorScheme: theme, viewport: { width, height: width === 390 ? 844 : 860 } });
      for (const [name, path] of chosen) {
        await testPage.page.goto(path);
        await testPage.page.getByRole('heading', { level: 1 }).first().waitFor();
        await testPage.waitUntilLoaded();
        await testPage.page.waitForTimeout(SETTLE_MS);
        await testPage.page.screenshot({ path: `${FOLDER}/${name}-${theme}-${width}.png` });
      }
      await testPage.close();
    }
  }
  await world.stop();
}, ALL_MS_MAX);
