// API keys: creating the first key closes the server without locking out its creator. Other keys are created,
// rotated and revoked.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestPage, World } from './world';

let world: World;
let testPage: TestPage;
let other: TestPage;
let viewer: string;
beforeAll(async () => {
  world = await World.start();
  testPage = await world.page({ permissions: ['clipboard-read', 'clipboard-write'] });
  other = await world.page();
});
afterAll(async () => {
  await testPage.close();
  await other.close();
  await world.stop();
});

it('the first key closes the server, is shown once, and keeps its creator signed in', async () => {
  const { page } = testPage;
  await page.goto('/keys');
  await page.getByText('Once a key exists, every request needs one').waitFor();
  await page.goto('/keys?add=key');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('This is the first key').waitFor();
  expect(await dialog.getByRole('radio', { name: 'admin' }).isChecked()).toBe(true);
  await dialog.getByRole('textbox', { name: 'Purpose' }).fill('the first admin');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await dialog.getByText('The key is shown only once').waitFor();
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await dialog.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^rfn_/);
  await dialog.getByRole('button', { name: 'Done, I saved it' }).click();
  await page.goto('/keys?reach=all');
  await page.getByRole('table', { name: 'Keys' }).getByText('the first admin').waitFor();
  await page.getByText('yours').waitFor();
});

it('creates a key of a tenant with a role, and rotates it', async () => {
  const { page } = testPage;
  await page.goto('/keys?add=key');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Purpose' }).fill('the night watch');
  await dialog.getByRole('checkbox', { name: 'fire' }).check();
  await dialog.getByRole('button', { name: 'Create key' }).click();
  viewer = await dialog.locator('code').innerText();
  await dialog.getByRole('button', { name: 'Done, I saved it' }).click();
  const row = page.getByRole('row', { name: 'the night watch' });
  await row.getByText('viewer').waitFor();
  await row.getByRole('button', { name: 'Rotate…' }).click();
  await dialog.getByRole('button', { name: 'Rotate', exact: true }).click();
  await dialog.getByText('The key is shown only once').waitFor();
  expect(await dialog.locator('code').innerText()).not.toBe(viewer);
  viewer = await dialog.locator('code').innerText();
  await dialog.getByRole('button', { name: 'Done, I saved it' }).click();
  await row.getByText('old secret expires').waitFor();
});

it('a user without admin rights sees which role or permission a page requires', async () => {
  const { page } = other;
  await page.goto('/keys');
  await page.getByLabel('Key').first().fill(viewer);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Requires the role “admin”').waitFor();
  await page.goto('/secrets');
  await page.getByText('Requires the permission “secrets”').waitFor();
  await page.goto('/holds');
  expect(await page.getByRole('button', { name: 'New hold' }).getAttribute('aria-disabled')).toBe('true');
  await page.goto('/rules');
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await page.getByText('Would be sent via log.').waitFor();
});

it('a revoked key is rejected', async () => {
  const { page } = testPage;
  await page.getByRole('row', { name: 'the night watch' }).getByRole('button', { name: 'Revoke…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
  await page.getByRole('row', { name: 'the night watch' }).getByText('revoked').waitFor();
  // A server may use its cached keys for up to one second.
  const isRefused = async () => {
    await other.page.goto('/schedules');
    const refused = other.page.getByRole('heading', { name: 'Sign in to Refrain' });
    await refused.or(other.page.getByText('No schedules yet')).first().waitFor();
    return refused.isVisible();
  };
  await expect.poll(isRefused, { timeout: 120_000 }).toBe(true);
  expect([...testPage.errors, ...other.errors]).toEqual([]);
});
