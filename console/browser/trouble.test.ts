// Failure cases: an unreachable server, a slow network, concurrent edits, and unusual names and texts.
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

const log = { provider: 'log' };
const read = async (path: string) => (await fetch(world.base + path)).json();

it('the page waits for a restarting server and keeps unsaved input', async () => {
  const { page } = testPage;
  await page.goto('/new');
  await page.getByRole('textbox', { name: 'ID', exact: true }).fill('patient');
  await page.getByRole('textbox', { name: 'Description' }).fill('written before the storm');
  await page.getByText('At 09:00').first().waitFor();
  await world.stopServer();
  const banner = page.getByRole('alert').filter({ hasText: 'Connection lost. Retrying…' });
  await banner.waitFor();
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByText('Select “Create” again').waitFor();
  await world.back();
  await banner.waitFor({ state: 'detached' });
  expect(await page.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('written before the storm');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: 'patient' }).waitFor();
  expect((await read('/v1/schedules/patient')).description).toBe('written before the storm');
});

it('unsaved input is restored after a reload and can be discarded', async () => {
  const { page } = testPage;
  await page.goto('/new');
  await page.getByRole('textbox', { name: 'ID', exact: true }).fill('kept-here');
  await page.reload();
  await page.getByText('Unsaved changes restored').waitFor();
  expect(await page.getByRole('textbox', { name: 'ID', exact: true }).inputValue()).toBe('kept-here');
  await page.getByRole('button', { name: 'Discard' }).click();
  expect(await page.getByRole('textbox', { name: 'ID', exact: true }).inputValue()).toBe('');
});

it('the page stays usable while a response is slow', async () => {
  const { page } = testPage;
  let answer: () => void = () => undefined;
  const waiting = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/v1/schedules?**', async (route) => {
    await waiting;
    await route.continue();
  });
  await page.goto('/schedules');
  await page.getByLabel('Loading').waitFor();
  await page.getByRole('textbox', { name: 'Name starts with' }).fill('pat');
  answer();
  await page.getByRole('link', { name: 'patient', exact: true }).waitFor();
  await page.unroute('**/v1/schedules?**');
  await expect.poll(() => page.url()).toContain('prefix=pat');
});

it('two concurrent edits of a schedule are merged field by field', async () => {
  const { page } = testPage;
  await world.post('/v1/schedules', { id: 'shared', cron: '0 9 * * *', timezone: 'UTC', description: 'ours', action: log });
  await page.goto('/schedules/shared/edit');
  await page.getByRole('textbox', { name: 'Description' }).fill('mine');
  await page.getByRole('textbox', { name: 'Timeout' }).fill('45s');
  const body = JSON.stringify({ description: 'theirs', labels: { team: 'other' } });
  await fetch(`${world.base}/v1/schedules/shared`, { method: 'PATCH', headers: { 'content-type': 'application/json' }, body });
  await page.getByRole('button', { name: 'Save' }).click();
  const panel = page.getByRole('alert', { name: 'Concurrent change' });
  await panel.getByText('One field was changed on both sides').waitFor();
  expect(await panel.getByRole('radio', { name: 'labels.team: keep theirs' }).isChecked()).toBe(true);
  expect(await panel.getByRole('radio', { name: 'timeout: keep mine' }).isChecked()).toBe(true);
  await panel.getByRole('radio', { name: 'description: keep theirs' }).check();
  expect(await testPage.accessibilityViolations()).toEqual([]);
  await panel.getByRole('button', { name: 'Merge' }).click();
  await panel.waitFor({ state: 'detached' });
  expect(await page.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('theirs');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'shared', exact: true }).waitFor();
  expect(await read('/v1/schedules/shared')).toMatchObject({ description: 'theirs', labels: { team: 'other' }, timeout: '45s' });
});

it('one of two concurrent edits can overwrite the other', async () => {
  const { page } = testPage;
  await page.goto('/schedules/shared/edit');
  await page.getByRole('textbox', { name: 'Description' }).fill('mine after all');
  const body = JSON.stringify({ description: 'theirs again' });
  await fetch(`${world.base}/v1/schedules/shared`, { method: 'PATCH', headers: { 'content-type': 'application/json' }, body });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'shared', exact: true }).waitFor();
  expect((await read('/v1/schedules/shared')).description).toBe('mine after all');
});

it('long names, many labels, right-to-left text and HTML are shown as text', async () => {
  const { page } = testPage;
  const id = 'x'.repeat(128);
  const labels = Object.fromEntries(Array.from({ length: 1_000 }, (_, number) => [`label-${number}`, `value-${number}`]));
  const description = 'نص من اليمين إلى اليسار <img src=x onerror="document.title=\'broken\'">';
  const payload = { html: '<script>document.title="broken"</script><b>bold</b>' };
  await world.post('/v1/schedules', { id, cron: '0 9 * * *', timezone: 'UTC', description, labels, action: { ...log, payload } });
  for (const path of [`/schedules/${id}`, `/schedules/${id}?tab=definition`, `/schedules/${id}/edit`, '/schedules']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await testPage.waitUntilLoaded();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    expect(await page.title()).not.toBe('broken');
    expect(await page.locator('main b, main img').count()).toBe(0);
  }
  await page.getByText('+997').waitFor();
  await page.goto(`/schedules/${id}?tab=definition`);
  await page.getByText('<b>bold</b>').waitFor();
});

it('invalid JSON is reported with line and column', async () => {
  const { page } = testPage;
  await page.goto('/new');
  const payload = page.getByRole('textbox', { name: 'Payload' });
  await payload.fill('{\n  "a": 1\n  "b": 2\n}');
  await page.getByText('Line 3, column 3').first().waitFor();
  await page.getByRole('button', { name: 'Go to error' }).click();
  expect(await payload.evaluate((field: HTMLTextAreaElement) => field.selectionStart)).toBe(13);
});

it('a wrong link shows an error next to the navigation', async () => {
  const { page } = testPage;
  await page.goto('/no-such-page');
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Schedules' }).click();
  await page.getByRole('heading', { name: 'Schedules' }).waitFor();
});

it('no page violated its content security policy', () => {
  expect(testPage.errors.filter((fault) => !fault.includes('ERR_CONNECTION_REFUSED'))).toEqual([]);
});
