// The schedule editor: presets, conversion between kinds of recurrence, the effect of an edit, and keyboard use.
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

/** Opens the page for a new schedule without a stored draft. */
const openNewSchedule = async () => {
  await testPage.page.goto('/new');
  await testPage.page.evaluate(() => sessionStorage.clear());
  await testPage.page.goto('/new');
};
const kind = (name: string) => testPage.page.getByLabel('Kind of recurrence').getByText(name, { exact: true });
const preview = () => testPage.page.getByRole('complementary', { name: 'Preview' });

it('converts a recurrence from one kind to another', async () => {
  const { page } = testPage;
  await openNewSchedule();
  await page.getByRole('button', { name: 'Weekdays at 9' }).click();
  await kind('RRULE').click();
  expect(await page.getByRole('textbox', { name: 'RFC 5545' }).inputValue()).toBe('RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=9;BYMINUTE=0;BYSECOND=0');
  await kind('Calendar').click();
  expect(await page.getByRole('checkbox', { name: 'Fri' }).isChecked()).toBe(true);
  await kind('Cron').click();
  expect(await page.getByRole('textbox', { name: 'Expression' }).inputValue()).toBe('0 9 * * MON-FRI');
  await kind('Interval').click();
  await page.getByText('can’t be written as Interval').waitFor();
});

it('previews the next runs on a calendar and in two time zones, with daylight saving changes', async () => {
  const { page } = testPage;
  await openNewSchedule();
  await page.getByRole('textbox', { name: 'Expression' }).fill('30 2 * * *');
  await page.getByRole('combobox', { name: 'Time zone' }).fill('new york');
  await page.getByRole('option', { name: 'America/New_York' }).click();
  await preview().getByText('02:30').first().waitFor();
  await preview().getByText('Europe/Berlin').first().waitFor();
  await preview().getByRole('table').first().waitFor();
  await preview().getByRole('list', { name: 'Warnings' }).waitFor();
  expect(await testPage.accessibilityViolations()).toEqual([]);
});

it('each provider has its own form', async () => {
  const { page } = testPage;
  const provider = page.getByRole('combobox', { name: 'Provider' });
  await provider.fill('webhook');
  await page.getByRole('textbox', { name: 'URL' }).fill('https://example.com/hook');
  await page.getByRole('textbox', { name: 'Authorization' }).fill('Bearer {{secret.token}}');
  await provider.fill('email');
  await page.getByRole('textbox', { name: 'Subject' }).fill('Report');
  expect(await page.getByRole('textbox', { name: 'Payload' }).inputValue()).toContain('"subject": "Report"');
});

it('an edit previews its effect before it is saved', async () => {
  const { page } = testPage;
  await world.post('/v1/schedules', { id: 'moved', cron: '0 9 * * *', timezone: 'UTC', action: { provider: 'log' } });
  await page.goto('/schedules/moved/edit');
  await page.getByRole('textbox', { name: 'Expression' }).fill('0 10 * * *');
  const changed = preview().getByRole('region', { name: 'Effect of saving' });
  await changed.getByText('Changed runs in the next 30 days').waitFor();
  await changed.getByText('10:00:00').first().waitFor();
  const fields = preview().getByRole('region', { name: 'Your changes' });
  await fields.getByText('spec.recurrence').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'moved', exact: true }).waitFor();
  await page.getByText('At 10:00').first().waitFor();
});

it('the history shows changed fields and audit entries, and restores a version', async () => {
  const { page } = testPage;
  await page.goto('/schedules/moved?tab=history');
  const changes = page.getByRole('region', { name: 'Changes' });
  await changes.getByText('"0 9 * * *"').first().waitFor();
  await changes.getByText('"0 10 * * *"').first().waitFor();
  await page.getByRole('region', { name: 'Audit' }).getByText('schedule.save').first().waitFor();
  await changes.getByRole('button', { name: 'Restore this version…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await page.getByText('At 09:00').first().waitFor();
});

it('creates a schedule with the keyboard only', async () => {
  const { page } = testPage;
  const { keyboard } = page;
  const tabTo = async (name: string | RegExp) => {
    const wanted = page.getByRole('textbox', { name }).or(page.getByRole('button', { name })).first();
    for (let presses = 0; presses < 80; presses++) {
      if (await wanted.evaluate((element) => element === document.activeElement)) return;
      await keyboard.press('Tab');
    }
    throw new Error(`${name} is not reached by Tab`);
  };
  await openNewSchedule();
  await page.goto('/');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await keyboard.press('/');
  await page.getByRole('textbox', { name: 'Search' }).waitFor();
  await keyboard.type('New sched');
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'New schedule' }).waitFor();
  await tabTo('Expression');
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type('*/10 * * * *');
  await tabTo('ID');
  await keyboard.type('by-hand');
  await tabTo('Create');
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'by-hand' }).waitFor();
  await page.getByText('Every 10 minutes').first().waitFor();
});

it('no page violated its content security policy', () => {
  expect(testPage.errors).toEqual([]);
});
