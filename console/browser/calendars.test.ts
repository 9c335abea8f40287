// Calendars: create one, toggle days, import a file, and list the schedules that use it.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestPage, World } from './world';

const FILE = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'BEGIN:VEVENT',
  'DTSTART;VALUE=DATE:20261224',
  'SUMMARY:Christmas Eve',
  'END:VEVENT',
  'BEGIN:VEVENT',
  'DTSTART:20261224T100000Z',
  'SUMMARY:A call',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n');

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

it('creates a calendar and toggles its days', async () => {
  const { page } = testPage;
  await page.goto('/calendars');
  await page.getByText('No calendars yet').waitFor();
  await page.getByRole('button', { name: 'New calendar' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('work');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: 'work', exact: true }).waitFor();
  await page.goto('/calendars/work?year=2026');
  await page.getByRole('button', { name: 'Friday 25 December 2026' }).click();
  await page.getByText('1 date off, 1 in 2026').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Schedules that use it are updated').waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Friday 25 December 2026, off' }).waitFor();
});

it('arrow keys move between days', async () => {
  const { page } = testPage;
  await page.getByRole('button', { name: 'Friday 25 December 2026, off' }).focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowLeft');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('data-date'))).toBe('2026-12-17');
});

it('an import replaces the dates and names the skipped events', async () => {
  const { page } = testPage;
  await page.locator('input[type=file]').setInputFiles({ name: 'days.ics', mimeType: 'text/calendar', buffer: Buffer.from(FILE) });
  await page.getByText('“A call” has a time of day').waitFor();
  await page.getByRole('button', { name: 'Thursday 24 December 2026, off' }).waitFor();
  await page.locator('input[type=file]').setInputFiles({ name: 'days.ics', mimeType: 'text/calendar', buffer: Buffer.from('no calendar') });
  await page.getByText('Not imported').waitFor();
});

it('lists the schedules that use a calendar and does not overwrite a concurrent change', async () => {
  const { page } = testPage;
  const spec = { recurrence: { kind: 'cron', expression: '0 9 * * *' }, timezone: 'Europe/Paris', calendars: [{ name: 'work', on_day_off: 'next' }] };
  await world.post('/v1/schedules', { id: 'digest', spec, action: { provider: 'log' } });
  await page.goto('/calendars/work?year=2027');
  await page.getByRole('link', { name: 'digest' }).waitFor();
  await page.getByText('moves to next working day').waitFor();
  await world.put('/v1/calendars/work', { weekend: ['fri'], dates: ['2027-01-01'] });
  await page.getByRole('button', { name: 'Friday 31 December 2027' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Reload and discard my changes' }).click();
  await page.getByRole('button', { name: 'Friday 1 January 2027, off' }).waitFor();
  expect(testPage.errors).toEqual([]);
});
