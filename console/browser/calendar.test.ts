// Upcoming and past runs: the calendar, the overview and the trends of a schedule.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestPage, World } from './world';

const log = { provider: 'log' };
const DAY_MS = 24 * 3_600_000;
/** A date in a week that lies completely in the future. */
const NEXT_WEEK = new Date(Date.now() + 7 * DAY_MS).toISOString().slice(0, 10);

let world: World;
let testPage: TestPage;
beforeAll(async () => {
  world = await World.start();
  testPage = await world.page();
  const pulse = { spec: { recurrence: { kind: 'every', every: 1, unit: 'seconds' }, timezone: 'UTC' }, action: log };
  await world.post('/v1/schedules', { id: 'pulse', ...pulse });
  await world.post('/v1/schedules', { id: 'minutely', cron: '* * * * *', timezone: 'UTC', action: log });
  await world.post('/v1/schedules', { id: 'digest', cron: '30 6 * * *', timezone: 'UTC', labels: { team: 'growth' }, action: log });
  const refused = { provider: 'webhook', target: 'https://refused.invalid/hook' };
  await world.post('/v1/schedules', { id: 'broken', cron: '0 0 1 1 *', timezone: 'UTC', retry: { max_attempts: 1 }, action: refused });
  await world.post('/v1/schedules/broken/fire', {});
});
afterAll(async () => {
  await testPage.close();
  await world.stop();
});

const board = () => testPage.page.getByRole('region', { name: /\d{4}/ });

it('a week shows frequent schedules once per day and others at their hour', async () => {
  const { page } = testPage;
  await page.goto(`/calendar?view=week&date=${NEXT_WEEK}`);
  const week = board().getByRole('table', { name: 'Week' });
  await week.getByText('×1,440', { exact: true }).first().waitFor();
  expect(await week.getByRole('link', { name: /minutely/ }).count()).toBe(7);
  expect(await week.getByRole('link', { name: /pulse/ }).count()).toBe(7);
  // 06:30 UTC is 07:30 or 08:30 in Berlin.
  expect(await week.getByRole('row', { name: /^0[78]:00/ }).getByRole('link', { name: /digest/ }).count()).toBe(7);
});

it('filters and the time zone are in the URL', async () => {
  const { page } = testPage;
  await page.getByRole('textbox', { name: 'Name starts with' }).fill('dig');
  await board().getByRole('link', { name: /minutely/ }).first().waitFor({ state: 'detached' });
  expect(new URL(page.url()).searchParams.get('prefix')).toBe('dig');
  await page.getByRole('combobox', { name: 'Time zone' }).click();
  await page.getByRole('option', { name: 'UTC', exact: true }).click();
  await page.getByText('times in UTC').waitFor();
  await board().getByRole('row', { name: /^06:00/ }).getByRole('link', { name: /06:30 digest/ }).first().waitFor();
  await page.getByRole('textbox', { name: 'Label' }).fill('team:nobody');
  await board().getByRole('link', { name: /digest/ }).first().waitFor({ state: 'detached' });
});

it('navigates between days and views', async () => {
  const { page } = testPage;
  await page.goto(`/calendar?view=month&date=${NEXT_WEEK}&prefix=dig`);
  await board().getByRole('table', { name: 'Month' }).getByRole('link', { name: /digest/ }).first().waitFor();
  await page.getByText('timeline', { exact: true }).click();
  await board().getByRole('link', { name: /^digest, / }).waitFor();
  await page.getByText('day', { exact: true }).click();
  await board().getByRole('link', { name: /digest/ }).waitFor();
  const date = () => new URL(page.url()).searchParams.get('date');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect.poll(date).not.toBe(NEXT_WEEK);
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect.poll(date).toBe(NEXT_WEEK);
  await page.getByRole('button', { name: 'Today' }).click();
  await expect.poll(date).toBeNull();
});

it('a failed run links to the explanation at that instant', async () => {
  const { page } = testPage;
  await page.goto('/calendar?view=day&state=failed&zone=UTC');
  const broken = board().getByRole('link', { name: /broken/ });
  await broken.waitFor({ timeout: 120_000 });
  expect(await board().getByRole('link').count()).toBe(1);
  await broken.click();
  await page.getByRole('heading', { name: 'broken' }).waitFor();
  expect(new URL(page.url()).searchParams.get('tab')).toBe('why');
  await page.getByRole('region', { name: 'Answer' }).getByRole('status').waitFor();
});

it('offers iCalendar files', async () => {
  const { page } = testPage;
  await page.goto('/calendar');
  await page.getByRole('button', { name: 'iCalendar' }).click();
  const file = page.getByRole('list', { name: 'iCalendar files' }).getByRole('link', { name: 'digest.ics' });
  const address = (await file.getAttribute('href')) ?? '';
  const text = await (await fetch(world.base + address)).text();
  expect(text).toContain('BEGIN:VCALENDAR');
});

it('reports invalid URL parameters and keeps working', async () => {
  const { page } = testPage;
  await page.goto('/calendar?view=year&date=2026-99-99&zone=Mars%2FBase');
  await page.getByRole('alert').getByText(/Mars\/Base/).waitFor();
  await page.goto(`/calendar?label=team&date=${NEXT_WEEK}`);
  await page.getByRole('alert').getByText(/has no colon/).waitFor();
  await page.getByRole('textbox', { name: 'Label' }).fill('team:growth');
  await board().getByRole('link', { name: /digest/ }).first().waitFor();
});

it('the overview shows upcoming runs, weekly load and failures', async () => {
  const { page } = testPage;
  await page.goto('/');
  const next = page.getByRole('region', { name: 'Next 24 hours' });
  await next.getByRole('link', { name: /^digest, \d\d:30/ }).waitFor();
  // One bar per schedule, regardless of its frequency.
  expect(await next.getByRole('link', { name: /^minutely, / }).count()).toBe(1);
  expect(await next.getByRole('link', { name: /^pulse, / }).count()).toBe(1);
  await page.getByRole('region', { name: 'Failures' }).getByRole('link', { name: 'broken' }).waitFor();
  await page.getByRole('region', { name: 'Weekly load' }).getByRole('img', { name: /^Schedules per hour/ }).waitFor();
  const health = page.getByRole('region', { name: 'Health' });
  expect(await health.getByRole('link', { name: /Failing/ }).textContent()).toContain('1 failed run in 24 h');
  await health.getByRole('link', { name: /Due in 1 min/ }).click();
  await page.getByRole('heading', { name: 'Calendar' }).waitFor();
});

it('a schedule shows a year of outcomes, its last runs and its cadence', async () => {
  const { page } = testPage;
  await page.goto('/schedules/pulse');
  await page.getByRole('tab', { name: 'Trends' }).click();
  await page.getByRole('table', { name: 'Outcomes by day' }).getByText(/succeeded/).first().waitFor();
  await page.getByRole('img', { name: /^Duration: / }).waitFor();
  const pace = page.getByRole('region', { name: 'Cadence' });
  await pace.getByText('Should run every').waitFor();
  await pace.getByText('1.0 s').first().waitFor();
  await page.goto('/schedules/broken?tab=trends');
  await page.getByRole('link', { name: /×1$/ }).click();
  await page.getByRole('heading', { name: 'Ledger' }).waitFor();
  await page.getByText('all attempts failed').first().waitFor();
});

it('no page violated its content security policy', () => {
  expect(testPage.errors).toEqual([]);
});
