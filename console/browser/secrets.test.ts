// Secrets and alerts in the console.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestPage, World } from './world';

let world: World;
let testPage: TestPage;
beforeAll(async () => {
  process.env['CONSOLE_TEST_MASTER_KEY'] = `k1:${randomBytes(32).toString('base64')}`;
  world = await World.start('--set', 'secrets.key_variable=CONSOLE_TEST_MASTER_KEY');
  testPage = await world.page();
});
afterAll(async () => {
  await testPage.close();
  await world.stop();
});

it('a secret goes in, and never comes out', async () => {
  const { page } = testPage;
  await page.goto('/secrets');
  await page.getByText('No secret yet').waitFor();
  await page.getByRole('button', { name: 'New secret' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('partner-token');
  await dialog.getByLabel('Value').first().fill('abc');
  await dialog.getByRole('button', { name: 'Seal it' }).click();
  await dialog.getByRole('alert').getByText('it must have 4').waitFor();
  await dialog.getByLabel('Value').first().fill('s3cret-token');
  await dialog.getByRole('button', { name: 'Seal it' }).click();
  await page.getByRole('table', { name: 'Secrets' }).getByText('k1').waitFor();
  expect(await page.content()).not.toContain('s3cret-token');
});

it('another value goes in by a link, it is sealed anew, and deleted', async () => {
  const { page } = testPage;
  await page.goto('/secrets?name=partner-token');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Value').first().fill('another-token');
  await dialog.getByRole('button', { name: 'Seal it' }).click();
  await page.getByText('version 2').waitFor();
  await page.getByRole('button', { name: 'Seal by the newest key' }).click();
  await page.getByText('0 sealed anew, 1 were already.').waitFor();
  await page.getByRole('row', { name: 'partner-token' }).getByRole('button', { name: 'Delete…' }).click();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('No secret yet').waitFor();
});

it('an alert is written, and tells when its schedule fails', async () => {
  const { page } = testPage;
  await page.goto('/alerts');
  await page.getByText('Nobody is told yet').waitFor();
  await page.getByRole('button', { name: 'New alert' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('on-call');
  await dialog.getByRole('textbox', { name: 'Failures in a row' }).fill('1');
  await dialog.getByRole('combobox', { name: 'Provider' }).or(dialog.getByRole('textbox', { name: 'Provider' })).fill('queue');
  await page.keyboard.press('Escape');
  await dialog.getByRole('textbox', { name: 'Target' }).fill('pager');
  await dialog.getByRole('button', { name: 'Add the alert' }).click();
  await page.getByRole('table', { name: 'Alerts' }).getByText('missed run').waitFor();
  const action = { provider: 'webhook', target: 'https://refused.invalid/hook' };
  await world.post('/v1/schedules', { id: 'broken', cron: '0 0 1 1 *', timezone: 'UTC', retry: { max_attempts: 1 }, action });
  await world.post('/v1/schedules/broken/fire', {});
  await page.goto('/queues?queue=pager');
  await page.getByRole('table', { name: 'Work items' }).getByText('pager').first().waitFor();
  expect(testPage.errors).toEqual([]);
});
