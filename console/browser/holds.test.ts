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

it('an empty page teaches what a hold is, and a hold without anything to cover is refused', async () => {
  const { page } = testPage;
  await page.goto('/holds');
  await page.getByText('Nothing is held').waitFor();
  await page.getByRole('button', { name: 'New hold' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('move');
  await dialog.getByRole('button', { name: 'Add the hold' }).click();
  await dialog.getByText('Nothing says what the hold covers').waitFor();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('with a space');
  await dialog.getByRole('combobox', { name: 'Schedules' }).fill('pulse');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Add the hold' }).click();
  await dialog.getByRole('alert').getByText('with a space').waitFor();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('move');
  await dialog.getByRole('textbox', { name: 'Note' }).fill('the receiver moves');
  await dialog.getByRole('button', { name: 'Add the hold' }).click();
  await page.getByRole('table', { name: 'Holds' }).getByText('the receiver moves').waitFor();
});

it('what is held is skipped, and says so in the ledger', async () => {
  const { page } = testPage;
  await world.post('/v1/schedules', {
    id: 'pulse',
    spec: { recurrence: { kind: 'every', every: 1, unit: 'seconds' }, timezone: 'UTC' },
    action: { provider: 'log' },
  });
  await page.goto('/ledger?schedule=pulse&state=skipped');
  await page.getByText('a hold stopped it').first().waitFor();
});

it('a link opens a hold, a change of someone else is not overwritten, and it can be lifted', async () => {
  const { page } = testPage;
  await page.goto('/holds?hold=move');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Note' }).fill('mine');
  await world.put('/v1/holds/move', { code: 'legal', note: 'theirs', selects: { schedules: ['pulse'] } });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('button', { name: 'Read it again' }).click();
  await expect.poll(() => dialog.getByRole('textbox', { name: 'Note' }).inputValue(), WAIT).toBe('theirs');
  await dialog.getByRole('button', { name: 'Lift…' }).click();
  await page.getByRole('dialog', { name: 'Lift move' }).getByRole('button', { name: 'Lift', exact: true }).click();
  await page.getByText('Nothing is held').waitFor();
  await page.goto('/ledger?schedule=pulse&state=succeeded');
  await page.getByRole('table').getByText('succeeded').first().waitFor();
});

it('a cap is added, changed and shown', async () => {
  const { page } = testPage;
  await page.goto('/holds');
  await page.getByRole('button', { name: 'New cap' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('hourly');
  await dialog.getByRole('textbox', { name: 'In', exact: true }).fill('soon');
  await dialog.getByRole('button', { name: 'Add the cap' }).click();
  await dialog.getByRole('alert').getByText('soon').waitFor();
  await dialog.getByRole('textbox', { name: 'In', exact: true }).fill('1h');
  await dialog.getByRole('button', { name: 'Add the cap' }).click();
  await page.getByText('at most 1,000 begin in 1h').waitFor();
});

it('a name that does not exist is said, and nothing was against the policy of the pages', async () => {
  await testPage.page.goto('/holds?hold=nobody');
  await testPage.page.getByRole('dialog').getByRole('alert').getByText('nobody').waitFor();
  expect(testPage.errors).toEqual([]);
});
