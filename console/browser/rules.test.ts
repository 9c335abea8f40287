// Dispatch rules: create one, get validation errors, and test the effect on an action.
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

it('a condition that cannot be read is refused with its place, and a good one is kept', async () => {
  const { page } = testPage;
  await page.goto('/rules');
  await page.getByText('No rule yet').waitFor();
  await page.getByRole('button', { name: 'New rule' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('quiet');
  await dialog.getByRole('textbox', { name: 'Condition' }).fill("kind = 'digest'");
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('nobody reads it');
  await dialog.getByRole('button', { name: 'Add the rule' }).click();
  await dialog.getByRole('alert').getByText('line 1, column 6').waitFor();
  await dialog.getByRole('textbox', { name: 'Condition' }).fill("kind == 'digest'");
  await dialog.getByRole('button', { name: 'Add the rule' }).click();
  await page.getByRole('table', { name: 'Rules' }).getByText('suppresses it: nobody reads it').waitFor();
});

it('an action is tried out: which rule held, and what it comes to', async () => {
  const { page } = testPage;
  await page.getByRole('button', { name: 'What would become of it?' }).click();
  await page.getByText('It would not be sent: a rule suppressed it.').waitFor();
  await page.getByRole('list', { name: 'Steps' }).getByText('rule quiet suppresses the action').waitFor();
  await page.getByRole('textbox', { name: 'Kind' }).fill('invoice');
  await page.getByRole('button', { name: 'What would become of it?' }).click();
  await page.getByText('log would send it.').waitFor();
  await page.getByRole('textbox', { name: 'Payload' }).fill('{ "to": ');
  await page.getByRole('button', { name: 'What would become of it?' }).click();
  await page.getByRole('alert').getByText('The payload is not JSON').waitFor();
});

it('rules stand in the order in which they are asked, and an effect can be changed', async () => {
  const { page } = testPage;
  await world.put('/v1/dispatch-rules/zero', { priority: 0, condition: "kind == 'digest'", then: { action: 'allow' } });
  await page.goto('/rules?rule=quiet');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Effect' }).or(dialog.getByRole('textbox', { name: 'Effect' })).click();
  await page.getByRole('option', { name: 'throttle' }).click();
  await dialog.getByRole('textbox', { name: 'At most' }).fill('5');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const table = page.getByRole('table', { name: 'Rules' });
  await table.getByText('at most 5 in 1h per tenant').waitFor();
  await expect.poll(() => table.getByRole('link').allTextContents(), WAIT).toEqual(['zero', 'quiet']);
});

it('a link asks about a schedule at once', async () => {
  const { page } = testPage;
  await world.post('/v1/schedules', { id: 'digest', cron: '0 9 * * *', timezone: 'UTC', action: { provider: 'log', kind: 'digest' } });
  await page.goto('/rules?test=digest');
  await page.getByRole('list', { name: 'Steps' }).getByText('zero').waitFor();
  await page.goto('/rules?rule=zero');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete…' }).click();
  await page.getByRole('dialog', { name: 'Delete zero' }).getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.poll(() => page.getByRole('table', { name: 'Rules' }).getByRole('link').allTextContents(), WAIT).toEqual(['quiet']);
  expect(testPage.errors).toEqual([]);
});
