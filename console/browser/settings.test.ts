// Settings, the tenant switch, and navigation between all pages.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestPage, World } from './world';

let world: World;
let testPage: TestPage;
beforeAll(async () => {
  world = await World.start();
  testPage = await world.page({ permissions: ['clipboard-read', 'clipboard-write'] });
});
afterAll(async () => {
  await testPage.close();
  await world.stop();
});

it('every setting shows its source and can be found', async () => {
  const { page } = testPage;
  await page.goto('/settings?given=true');
  const table = page.getByRole('table', { name: 'Server settings' });
  await table.getByRole('row', { name: 'server.bind' }).getByText('flag --bind').waitFor();
  expect(await table.getByRole('rowheader').count()).toBe(1);
  await page.goto('/settings?find=lease_for');
  await table.getByRole('row', { name: 'engine.lease_for' }).getByText('default').waitFor();
  await page.getByText('sqlite, schema').waitFor();
});

it('shown and picked times use the selected time zone', async () => {
  const { page } = testPage;
  await world.put('/v1/holds/move', { code: 'maintenance', selects: { schedules: ['x'] }, until: '2030-07-01T12:00:00Z' });
  await page.goto('/settings');
  await page.getByLabel('Time zone').first().fill('Asia/Tok');
  await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
  await page.getByText('Now Asia/Tokyo').waitFor();
  await page.goto('/holds?hold=move');
  await page.getByRole('dialog').getByText('Until (Asia/Tokyo)').waitFor();
  await page.getByRole('dialog').getByText('01/07/2030 21:00').waitFor();
});

it('switches to another tenant, which stays visible and is part of links', async () => {
  const { page } = testPage;
  await world.post('/v1/schedules?tenant=acme', { id: 'of-acme', cron: '0 9 * * *', timezone: 'UTC', action: { provider: 'log' } });
  await page.goto('/schedules');
  await page.getByText('No schedules yet').waitFor();
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menu').getByLabel('Tenant').first().fill('no such name!');
  await page.getByRole('button', { name: 'Switch', exact: true }).click();
  await page.getByText('Use letters').waitFor();
  await page.getByRole('menu').getByLabel('Tenant').first().fill('acme');
  await page.getByRole('button', { name: 'Switch', exact: true }).click();
  await page.getByRole('table', { name: 'Schedules' }).getByText('of-acme').waitFor();
  await page.getByRole('button', { name: 'Tenant acme' }).waitFor();
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Copy link to this page' }).click();
  await page.getByText('Link copied').waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain('tenant=acme');
  const other = await world.page();
  await other.page.goto(link);
  await other.page.getByRole('table', { name: 'Schedules' }).getByText('of-acme').waitFor();
  await other.page.getByRole('link', { name: 'Ledger' }).click();
  await other.page.getByRole('button', { name: 'Tenant acme' }).waitFor();
  await other.close();
});

it('the search finds every page, and all pages are reachable on a narrow screen', async () => {
  const { page } = testPage;
  await page.goto('/');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  const pages = await page.getByRole('navigation', { name: 'Pages' }).getByRole('listitem').allInnerTexts();
  expect(pages.length).toBeGreaterThanOrEqual(14);
  await page.keyboard.press('/');
  const search = page.getByRole('textbox', { name: 'Search' });
  for (const name of pages) {
    await search.fill(name.trim());
    await page.getByRole('dialog').getByRole('button', { name: name.trim() }).first().waitFor();
  }
  const narrow = await world.page({ viewport: { width: 390, height: 844 } });
  await narrow.page.goto('/');
  await narrow.page.getByRole('button', { name: 'More' }).click();
  await narrow.page.getByRole('dialog', { name: 'All pages' }).getByRole('link', { name: 'Settings' }).click();
  await narrow.page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
  await narrow.close();
});

it('a user of one tenant sees that tenant, regardless of the link', async () => {
  const answer = await world.post('/v1/keys', { role: 'viewer', reach: 'tenant' });
  const { key } = (await answer.json()) as { key: string };
  const other = await world.page();
  await other.page.goto('/schedules?tenant=acme');
  await other.page.getByLabel('Key').first().fill(key);
  await other.page.getByRole('button', { name: 'Sign in' }).click();
  await other.page.getByText('No schedules yet').waitFor();
  expect(await other.page.getByText('of-acme').count()).toBe(0);
  expect([...testPage.errors, ...other.errors]).toEqual([]);
  await other.close();
});
