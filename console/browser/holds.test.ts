// Holds and quotas: create a hold, see skipped occurrences, remove the hold, and get validation errors.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestPage, World } from './world';

const WAIT = { timeout: 120_000 };

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

it('an empty page explains holds, and a hold without a selection is rejected', async () => {
  const { page } = testPage;
  await page.goto('/holds');
  await page.getByText('A hold stops schedules without changing them').waitFor();
  await page.getByRole('button', { name: 'New hold' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('move');
  await dialog.getByRole('button', { name: 'Create hold' }).click();
  await dialog.getByText('The hold doesn’t select any schedules').waitFor();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('with a space');
  await dialog.getByRole('combobox', { name: 'Schedules' }).fill('pulse');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Create hold' }).click();
  await dialog.getByRole('alert').getByText('with a space').waitFor();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('move');
  await dialog.getByRole('textbox', { name: 'Note' }).fill('the receiver moves');
  await dialog.getByRole('button', { name: 'Create hold' }).click();
  await page.getByRole('table', { name: 'Holds' }).getByText('the receiver moves').waitFor();
});

it('held runs are skipped, with the reason in the ledger', async () => {
  const { page } = testPage;
  await world.post('/v1/schedules', {
    id: 'pulse',
    spec: { recurrence: { kind: 'every', every: 1, unit: 'seconds' }, timezone: 'UTC' },
    action: { provider: 'log' },
  });
  await page.goto('/ledger?schedule=pulse&state=skipped');
  await page.getByRole('table').getByText('held', { exact: true }).first().waitFor();
});

it('a link opens a hold, a concurrent change is not overwritten, and the hold is removed', async () => {
  const { page } = testPage;
  await page.goto('/holds?hold=move');
  const dialog = page.getByRole('dialog');
  const firstField = dialog.getByLabel('Reason code').first();
  await expect.poll(() => firstField.evaluate((field) => field === document.activeElement), WAIT).toBe(true);
  await dialog.getByRole('textbox', { name: 'Note' }).fill('mine');
  await world.put('/v1/holds/move', { code: 'legal', note: 'theirs', selects: { schedules: ['pulse'] } });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('button', { name: 'Reload and discard my changes' }).click();
  await expect.poll(() => dialog.getByRole('textbox', { name: 'Note' }).inputValue(), WAIT).toBe('theirs');
  await dialog.getByRole('button', { name: 'Remove…' }).click();
  await page.getByRole('dialog', { name: 'Remove move' }).getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByText('A hold stops schedules without changing them').waitFor();
  await page.goto('/ledger?schedule=pulse&state=succeeded');
  await page.getByRole('table').getByText('succeeded').first().waitFor();
});

it('creates and shows a quota', async () => {
  const { page } = testPage;
  await page.goto('/holds');
  await page.getByRole('button', { name: 'New quota' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('hourly');
  await dialog.getByRole('textbox', { name: 'Window' }).fill('soon');
  await dialog.getByRole('button', { name: 'Create quota' }).click();
  await dialog.getByRole('alert').getByText('soon').waitFor();
  await dialog.getByRole('textbox', { name: 'Window' }).fill('1h');
  await dialog.getByRole('button', { name: 'Create quota' }).click();
  await page.getByText('max 1,000 runs per 1h').waitFor();
});

it('reports a hold that does not exist, and no page violated its content security policy', async () => {
  await testPage.page.goto('/holds?hold=nobody');
  await testPage.page.getByRole('dialog').getByRole('alert').getByText('nobody').waitFor();
  expect(testPage.errors).toEqual([]);
});
