// Every page in both themes and both widths: no accessibility violation found by axe, no violation of the page's
// content security policy, no error, no horizontal scrolling.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seed } from './seed';
import { type TestPage, World } from './world';

const PAGES = [
  '/',
  '/schedules',
  '/schedules/daily-digest',
  '/schedules/daily-digest?tab=definition',
  '/schedules/daily-digest?tab=history',
  '/schedules/daily-digest?tab=why&at=2026-11-15T08:00:00Z',
  '/schedules/daily-digest/edit',
  '/new',
  '/schedules/daily-digest?tab=trends',
  '/calendar',
  '/calendar?view=day',
  '/calendar?view=month',
  '/calendar?view=timeline',
  '/ledger',
  '/dead-letters',
  '/audit',
  '/holds',
  '/holds?hold=case-4711',
  '/providers',
  '/settings',
  '/keys',
  '/keys?add=key',
  '/secrets',
  '/secrets?add=secret',
  '/alerts',
  '/alerts?alert=on-call',
  '/queues',
  '/queues?item=1',
  '/calendars',
  '/calendars/german-holidays?year=2026',
  '/rules?test=daily-digest',
  '/rules?rule=quiet-nights',
  '/sign-in',
  '/no-such-page',
];
const LOOKS = [
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 390 },
] as const;

let world: World;
beforeAll(async () => {
  world = await World.start();
  await seed(world);
});
afterAll(() => world.stop());

describe.each(LOOKS)('in $theme at $width', ({ theme, width }) => {
  let testPage: TestPage;
  beforeAll(async () => {
    testPage = await world.page({ colorScheme: theme, viewport: { width, height: 860 } });
  });
  afterAll(() => testPage.close());

  it.each(PAGES)('%s is accessible and does not scroll horizontally', async (path) => {
    await testPage.page.goto(path);
    await testPage.page.getByRole('heading', { level: 1 }).first().waitFor();
    await testPage.waitUntilLoaded();
    expect(await testPage.accessibilityViolations()).toEqual([]);
    expect(await testPage.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    expect(testPage.errors).toEqual([]);
  });
});
