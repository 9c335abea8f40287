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

it('an invalid condition is rejected with line and column, and a valid one is saved', async () => {
  const { page } = testPage;
  await page.goto('/rules');
  await page.getByText('No rules yet').waitFor();
  await page.getByRole('button', { name: 'New rule' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('quiet');
  await dialog.getByRole('textbox', { name: 'Condition' }).fill("kind = 'digest'");
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('nobody reads it');
  await dialog.getByRole('button', { name: 'Create rule' }).click();
  await dialog.getByRole('alert').getByText('line 1, column 6').waitFor();
  await dialog.getByRole('textbox', { name: 'Condition' }).fill("kind == 'digest'");
  await dialog.getByRole('button', { name: 'Create rule' }).click();
  await page.getByRole('table', { name: 'Rules' }).getByText('skip: nobody reads it').waitFor();
});

it('a test of an action shows the matching rule and the result', async () => {
  const { page } = testPage;
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await page.getByText('Would not be sent: suppressed by a dispatch rule.').waitFor();
  await page.getByRole('list', { name: 'Steps' }).getByText('rule quiet suppresses the action').waitFor();
  await page.getByRole('textbox', { name: 'Kind' }).fill('invoice');
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await page.getByText('Would be sent via log.').waitFor();
  await page.getByRole('textbox', { name: 'Payload' }).fill('{ "to": ');
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await page.getByRole('alert').getByText('The payload isn’t valid JSON').waitFor();
});

it('lists rules in order of evaluation and changes an effect', async () => {
  const { page } = testPage;
  await world.put('/v1/dispatch-rules/zero', { priority: 0, condition: "kind == 'digest'", then: { action: 'allow' } });
  await page.goto('/rules?rule=quiet');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Effect' }).or(dialog.getByRole('textbox', { name: 'Effect' })).click();
  await page.getByRole('option', { name: 'throttle' }).click();
  await dialog.getByRole('textbox', { name: 'Maximum' }).fill('5');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const table = page.getByRole('table', { name: 'Rules' });
  await table.getByText('max 5 per 1h per tenant').waitFor();
  await expect.poll(() => table.getByRole('link').allTextContents(), WAIT).toEqual(['zero', 'quiet']);
});

it('a link tests a schedule immediately', async () => {
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
