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

it('a secret is saved and never shown', async () => {
  const { page } = testPage;
  await page.goto('/secrets');
  await page.getByText('No secrets yet').waitFor();
  await page.getByRole('button', { name: 'New secret' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('partner-token');
  await dialog.getByLabel('Value').first().fill('abc');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('alert').getByText('it must have 4').waitFor();
  await dialog.getByLabel('Value').first().fill('s3cret-token');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('table', { name: 'Secrets' }).getByText('k1').waitFor();
  expect(await page.content()).not.toContain('s3cret-token');
});

it('a secret is replaced by a link, re-encrypted, and deleted', async () => {
  const { page } = testPage;
  await page.goto('/secrets?name=partner-token');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Value').first().fill('another-token');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('version 2').waitFor();
  await page.getByRole('button', { name: 'Re-encrypt with newest key' }).click();
  await page.getByText('0 secrets re-encrypted, 1 up to date.').waitFor();
  await page.getByRole('row', { name: 'partner-token' }).getByRole('button', { name: 'Delete…' }).click();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('No secrets yet').waitFor();
});

it('an alert sends a message when a schedule fails', async () => {
  const { page } = testPage;
  await page.goto('/alerts');
  await page.getByText('No alerts yet').waitFor();
  await page.getByRole('button', { name: 'New alert' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('on-call');
  await dialog.getByRole('textbox', { name: 'Consecutive failures' }).fill('1');
  await dialog.getByRole('combobox', { name: 'Provider' }).or(dialog.getByRole('textbox', { name: 'Provider' })).fill('queue');
  await page.keyboard.press('Escape');
  await dialog.getByRole('textbox', { name: 'Target' }).fill('pager');
  await dialog.getByRole('button', { name: 'Create alert' }).click();
  await page.getByRole('table', { name: 'Alerts' }).getByText('run missed').waitFor();
  const action = { provider: 'webhook', target: 'https://refused.invalid/hook' };
  await world.post('/v1/schedules', { id: 'broken', cron: '0 0 1 1 *', timezone: 'UTC', retry: { max_attempts: 1 }, action });
  await world.post('/v1/schedules/broken/fire', {});
  await page.goto('/queues?queue=pager');
  await page.getByRole('table', { name: 'Work items' }).getByText('pager').first().waitFor();
  expect(testPage.errors).toEqual([]);
});
