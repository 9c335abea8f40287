// Work queues: enqueue a work item, see which worker leases it, and settle it manually.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestPage, World } from './world';

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

it('an empty page explains queues, and a work item is enqueued', async () => {
  const { page } = testPage;
  await page.goto('/queues');
  await page.getByText('No work items yet').waitFor();
  await page.getByRole('button', { name: 'Enqueue work item' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enqueue work item' });
  await dialog.getByRole('button', { name: 'Enqueue', exact: true }).click();
  await dialog.getByText('Enter the name of a queue').waitFor();
  await dialog.getByRole('textbox', { name: 'Queue' }).fill('emails');
  await dialog.getByRole('textbox', { name: 'Payload' }).fill('{"to": "ann@example.org"');
  await dialog.getByRole('button', { name: 'Enqueue', exact: true }).click();
  await dialog.getByRole('alert').getByText('isn’t valid JSON').waitFor();
  await dialog.getByRole('textbox', { name: 'Payload' }).fill('{"to": "ann@example.org"}');
  await dialog.getByRole('button', { name: 'Enqueue', exact: true }).click();
  await page.getByRole('dialog', { name: 'Work item 1' }).getByText('ann@example.org').waitFor();
});

it('a leased work item is failed manually, and the result of its worker is rejected', async () => {
  const { page } = testPage;
  const claimed = await world.post('/v1/work-items/claim', { queue: 'emails', worker: 'mailer-1' });
  const { items } = (await claimed.json()) as { items: { fence: number }[] };
  await page.goto('/queues?queue=emails&item=1');
  const dialog = page.getByRole('dialog', { name: 'Work item 1' });
  await dialog.getByText('mailer-1').waitFor();
  await dialog.getByRole('textbox', { name: 'Error' }).fill('no such mailbox');
  await dialog.getByRole('button', { name: 'Fail permanently' }).click();
  await dialog.getByText('All attempts failed').waitFor();
  await expect(world.post('/v1/work-items/1/complete', { fence: items[0]?.fence })).rejects.toThrow('lease_lost');
  await dialog.getByRole('link', { name: 'the dead letters' }).click();
  await page.getByRole('table').getByText('no such mailbox').waitFor();
});

it('filters are in the URL', async () => {
  const { page } = testPage;
  await page.goto('/queues?state=dead');
  await page.getByRole('table', { name: 'Work items' }).getByText('no such mailbox').waitFor();
  await page.goto('/queues?state=queued');
  await page.getByText('No matching work items').waitFor();
  await page.goto('/queues?item=77');
  await page.getByRole('dialog').getByRole('alert').getByText('77').waitFor();
  expect(testPage.errors).toEqual([]);
});
