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

it('an empty page teaches, and work is handed in', async () => {
  const { page } = testPage;
  await page.goto('/queues');
  await page.getByText('No work waits').waitFor();
  await page.getByRole('button', { name: 'Hand in work' }).click();
  const dialog = page.getByRole('dialog', { name: 'Hand in work' });
  await dialog.getByRole('button', { name: 'Hand it in' }).click();
  await dialog.getByText('Name the queue').waitFor();
  await dialog.getByRole('textbox', { name: 'Queue' }).fill('emails');
  await dialog.getByRole('textbox', { name: 'Payload' }).fill('{"to": "ann@example.org"');
  await dialog.getByRole('button', { name: 'Hand it in' }).click();
  await dialog.getByRole('alert').getByText('not JSON').waitFor();
  await dialog.getByRole('textbox', { name: 'Payload' }).fill('{"to": "ann@example.org"}');
  await dialog.getByRole('button', { name: 'Hand it in' }).click();
  await page.getByRole('dialog', { name: 'Work item 1' }).getByText('ann@example.org').waitFor();
});

it('what a worker holds is ended by hand, and the worker is too late', async () => {
  const { page } = testPage;
  const claimed = await world.post('/v1/work-items/claim', { queue: 'emails', worker: 'mailer-1' });
  const { items } = (await claimed.json()) as { items: { fence: number }[] };
  await page.goto('/queues?queue=emails&item=1');
  const dialog = page.getByRole('dialog', { name: 'Work item 1' });
  await dialog.getByText('mailer-1').waitFor();
  await dialog.getByRole('textbox', { name: 'What went wrong' }).fill('no such mailbox');
  await dialog.getByRole('button', { name: 'Give it up' }).click();
  await dialog.getByText('It failed for good').waitFor();
  await expect(world.post('/v1/work-items/1/complete', { fence: items[0]?.fence })).rejects.toThrow('lease_lost');
  await dialog.getByRole('link', { name: 'Among the dead letters' }).click();
  await page.getByRole('table').getByText('no such mailbox').waitFor();
});

it('filters stand in the address', async () => {
  const { page } = testPage;
  await page.goto('/queues?state=dead');
  await page.getByRole('table', { name: 'Work items' }).getByText('no such mailbox').waitFor();
  await page.goto('/queues?state=queued');
  await page.getByText('No work item matches').waitFor();
  await page.goto('/queues?item=77');
  await page.getByRole('dialog').getByRole('alert').getByText('77').waitFor();
  expect(testPage.errors).toEqual([]);
});
