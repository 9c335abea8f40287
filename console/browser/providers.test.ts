// Providers and their circuit breakers: their state, tripping a breaker with a note, and resetting it.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestPage, World } from './world';

const WAIT = { timeout: 120_000 };

let world: World;
let testPage: TestPage;
beforeAll(async () => {
  world = await World.start();
  testPage = await world.page();
  const action = { provider: 'webhook', target: 'https://hooks.example.com/invoices' };
  await world.post('/v1/schedules', { id: 'invoices', cron: '0 6 1 * *', timezone: 'UTC', action });
});
afterAll(async () => {
  await testPage.close();
  await world.stop();
});

it('shows the breakers of receivers that schedules use, and trips one with a note', async () => {
  const { page } = testPage;
  await page.goto('/providers');
  const row = page.getByRole('table', { name: 'Breakers of webhook' }).getByRole('row', { name: 'hooks.example.com' });
  await row.getByText('closed').waitFor();
  await row.getByRole('button', { name: 'Trip…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Note' }).fill('they are moving');
  await dialog.getByRole('button', { name: 'Trip' }).click();
  await row.getByText('tripped').waitFor();
  await row.getByText('they are moving').waitFor();
});

it('a tripped breaker stops actions until it is reset', async () => {
  const { page } = testPage;
  const answer = await world.post('/v1/dispatch-rules/test', { schedule: 'invoices' });
  expect(await answer.text()).toContain('"step":"breaker","decision":"stop"');
  const row = page.getByRole('table', { name: 'Breakers of webhook' }).getByRole('row', { name: 'hooks.example.com' });
  await row.getByRole('button', { name: 'Reset…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click();
  await row.getByText('closed').waitFor();
});

it('finds the breaker of any receiver and puts it in the URL', async () => {
  const { page } = testPage;
  await page.getByRole('button', { name: 'Find a breaker' }).click();
  await page.getByRole('textbox', { name: 'Receiver' }).fill('other.example.com');
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await expect.poll(() => page.url(), WAIT).toContain('receiver=other.example.com');
  await page.reload();
  await page.getByRole('row', { name: 'other.example.com' }).getByText('closed').waitFor();
  expect(testPage.errors).toEqual([]);
});
