// User journeys through the console, with a real browser and a real server.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestPage, World } from './world';

let world: World;
let testPage: TestPage;
beforeAll(async () => {
  world = await World.start();
  testPage = await world.page();
});
afterAll(async () => {
  await testPage.close();
  await world.stop();
});

it('first start: create a schedule and see it run live', async () => {
  const { page } = testPage;
  await page.goto('/');
  await page.getByText('No schedules yet').waitFor();
  await page.getByRole('link', { name: 'New schedule' }).click();
  await page.getByText('Interval').click();
  await page.getByRole('textbox', { name: 'Every', exact: true }).fill('1');
  await page.getByLabel('Unit').first().click();
  await page.getByRole('option', { name: 'seconds' }).click();
  await page.getByText('Every second').first().waitFor();
  await page.getByRole('textbox', { name: 'ID', exact: true }).fill('pulse');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: 'pulse' }).waitFor();
  await page.getByText('succeeded').first().waitFor();
  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  await page.getByLabel('Live feed').getByText('pulse').first().waitFor();
  const count = () => page.getByLabel('Live feed').getByRole('listitem').count();
  const before = await count();
  await expect.poll(count, { timeout: 120_000 }).toBeGreaterThan(before);
});

it('pause with a note, see skipped runs, resume', async () => {
  const { page } = testPage;
  await page.goto('/schedules/pulse');
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('the receiver is being moved');
  await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click();
  await page.getByText('the receiver is being moved').first().waitFor();
  // The hidden options of the reason filter contain the same text. A row shows it after an occurrence was due
  // during the pause.
  await page.goto('/ledger?schedule=pulse&state=skipped');
  await page.getByRole('table', { name: 'Occurrences' }).getByText('schedule paused').first().waitFor();
  await page.goto('/schedules/pulse');
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
});

it('ask why a schedule ran, and open the answer by a link', async () => {
  const { page } = testPage;
  await page.goto('/schedules/pulse?tab=why&at=2020-01-01T00:00:00Z');
  await page.getByRole('region', { name: 'Answer' }).getByRole('status').waitFor();
  await page.getByRole('button', { name: 'Now', exact: true }).click();
  await expect.poll(() => page.url()).not.toContain('2020');
  await page.getByText(/^The schedule (matches|doesn’t match) this time/).first().waitFor();
});

it('backfill: preview the runs, then start them', async () => {
  const { page } = testPage;
  await world.post('/v1/schedules', {
    id: 'hourly',
    spec: { recurrence: { kind: 'cron', expression: '0 * * * *' }, timezone: 'UTC' },
    action: { provider: 'log' },
  });
  await page.goto('/schedules/hourly');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Backfill…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByText('24 new runs').waitFor();
  await dialog.getByRole('button', { name: 'Start 24 runs' }).click();
  await page.getByText('backfill', { exact: true }).first().waitFor();
});

it('re-run a dead letter', async () => {
  const { page } = testPage;
  const action = { provider: 'webhook', target: 'https://refused.invalid/hook' };
  await world.post('/v1/schedules', { id: 'broken', cron: '0 0 1 1 *', timezone: 'UTC', retry: { max_attempts: 1 }, action });
  await world.post('/v1/schedules/broken/fire', {});
  await page.goto('/dead-letters');
  await page.getByRole('table').getByRole('button', { name: 'Re-run' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Re-run' }).click();
  await page.getByText('Re-run started').waitFor();
});

it('the search opens a schedule with the keyboard only', async () => {
  const { page } = testPage;
  await page.goto('/');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.keyboard.press('/');
  await page.getByRole('textbox', { name: 'Search' }).fill('pul');
  await page.getByRole('dialog').getByText('pulse', { exact: true }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).pathname).toBe('/schedules/pulse');
});

it('no page violated its content security policy', () => {
  expect(testPage.errors).toEqual([]);
});
