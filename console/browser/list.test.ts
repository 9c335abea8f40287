// The list of schedules: its columns, filters and bulk changes.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestPage, World } from './world';

let world: World;
let testPage: TestPage;
beforeAll(async () => {
  world = await World.start();
  const log = { provider: 'log' };
  for (let number = 1; number <= 60; number++) {
    const id = `report-${String(number).padStart(3, '0')}`;
    const labels = { team: number % 2 ? 'odd' : 'even' };
    await world.post('/v1/schedules', { id, cron: '0 0 1 1 *', timezone: 'Asia/Tokyo', labels, action: log });
  }
  await world.post('/v1/schedules', { id: 'alone', cron: '0 0 1 1 *', timezone: 'UTC', description: 'Nothing like the others', overlap: 'allow_all', action: { provider: 'queue', target: 'q' } });
  for (let times = 0; times < 3; times++) await world.post('/v1/schedules/alone/fire', {});
  testPage = await world.page();
});
afterAll(async () => {
  await testPage.close();
  await world.stop();
});

const row = (id: string) => testPage.page.getByRole('row').filter({ has: testPage.page.getByRole('link', { name: id, exact: true }) });
const dialog = () => testPage.page.getByRole('dialog');

it('shows the total, the last runs, and the next run in two time zones', async () => {
  const { page } = testPage;
  await page.goto('/schedules');
  await page.getByRole('status').filter({ hasText: /^61$/ }).waitFor();
  await row('alone').getByRole('img', { name: 'Last 3: 3 succeeded' }).waitFor();
  await row('alone').getByText(/^succeeded /).waitFor();
  const next = row('report-001');
  await next.getByText('01 Jan 2027 00:00 Asia/Tokyo').waitFor();
  await next.getByText('31 Dec 16:00 Europe/Berlin').waitFor();
});

it('filters by text, provider and label, and keeps the filters in the URL', async () => {
  const { page } = testPage;
  await page.getByRole('textbox', { name: 'Name or description contains' }).fill('like the OTHERS');
  await expect.poll(() => page.getByRole('table').getByRole('row').count()).toBe(2);
  await row('alone').waitFor();
  expect(page.url()).toContain('text=like');
  await page.goto('/schedules?provider=queue');
  await row('alone').waitFor();
  await page.goto('/schedules');
  await row('report-002').getByRole('link', { name: 'team:even' }).click();
  await expect.poll(() => row('report-001').count()).toBe(0);
  await row('report-004').waitFor();
});

it('pauses selected schedules with a note and an end, after a preview', async () => {
  const { page } = testPage;
  await page.goto('/schedules?prefix=report');
  await page.getByRole('checkbox', { name: 'Select report-001' }).check();
  await page.getByRole('checkbox', { name: 'Select report-003' }).check();
  await page.getByRole('region', { name: 'Selected schedules' }).getByText('2 selected').waitFor();
  await page.getByRole('button', { name: 'Pause…' }).click();
  await dialog().getByText('2 would be paused').waitFor();
  await dialog().getByText('1 day').click();
  await dialog().getByRole('textbox', { name: 'Note' }).fill('the printer is out of paper');
  await dialog().getByRole('button', { name: 'Pause 2' }).click();
  await dialog().getByText('2 paused').waitFor();
  await dialog().getByRole('button', { name: 'Done' }).click();
  await row('report-001').getByText('the printer is out of paper').waitFor();
  const schedule = await (await fetch(`${world.base}/v1/schedules/report-003`)).json();
  expect(schedule).toMatchObject({ status: 'paused', status_note: { text: 'the printer is out of paper' } });
  expect(schedule.status_note.until).toBeTruthy();
});

it('stops all matching schedules permanently, including those not loaded yet', async () => {
  const { page } = testPage;
  await page.goto('/schedules?prefix=report');
  await page.getByRole('checkbox', { name: 'Select all loaded' }).check();
  await page.getByRole('button', { name: 'Select all matching' }).click();
  await page.getByRole('button', { name: 'Stop permanently…' }).click();
  await dialog().getByText('60 would be stopped permanently').waitFor();
  await dialog().getByRole('button', { name: 'Stop 60' }).click();
  await dialog().getByText('60 stopped permanently').waitFor();
  await dialog().getByRole('button', { name: 'Done' }).click();
  await row('report-001').getByText('canceled', { exact: true }).waitFor();
  expect((await (await fetch(`${world.base}/v1/schedules/alone`)).json()).status).toBe('active');
});

it('shows a pause before the server confirms it, and reverts it with the input if the server rejects it', async () => {
  const { page } = testPage;
  await page.goto('/schedules?prefix=alone');
  let answer: () => void = () => undefined;
  await page.route('**/v1/schedules/alone/pause', async (route) => {
    await new Promise<void>((resolve) => (answer = resolve));
    const problem = { code: 'conflict', status: 409, detail: 'it was changed meanwhile', title: 'Conflict' };
    await route.fulfill({ status: 409, contentType: 'application/problem+json', body: JSON.stringify(problem) });
  });
  await page.getByRole('button', { name: 'Pause alone' }).click();
  await dialog().getByRole('textbox', { name: 'Note' }).fill('not so fast');
  await dialog().getByRole('button', { name: 'Pause', exact: true }).click();
  await row('alone').getByText('paused', { exact: true }).waitFor();
  await row('alone').getByText('not so fast').waitFor();
  answer();
  await dialog().getByText('it was changed meanwhile').waitFor();
  expect(await dialog().getByRole('textbox', { name: 'Note' }).inputValue()).toBe('not so fast');
  await row('alone').getByText('active', { exact: true }).waitFor();
  await page.unroute('**/v1/schedules/alone/pause');
  await dialog().getByRole('button', { name: 'Pause', exact: true }).click();
  await row('alone').getByText('not so fast').waitFor();
  await page.getByRole('button', { name: 'Resume alone' }).click();
  await dialog().getByRole('button', { name: 'Resume', exact: true }).click();
  await page.getByRole('button', { name: 'Pause alone' }).waitFor();
});

it('no page violated its content security policy', () => {
  expect(testPage.errors).toEqual([]);
});
