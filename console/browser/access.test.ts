// Sign-in, the ways to sign in, and the controls disabled for each role. The server allows five sign-in attempts
// per minute and address; these tests use all of them.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestPage, World } from './world';

let world: World;
let testPage: TestPage;
/** Response bodies of the requests that created the keys. They contain the keys. */
let keyResponses: { viewer: string; editor: string };
beforeAll(async () => {
  world = await World.start('--set', 'auth.mode=keys');
  testPage = await world.page();
});
afterAll(async () => {
  await testPage.close();
  await world.stop();
});

async function signOut(): Promise<void> {
  await testPage.page.getByRole('button', { name: 'Account' }).click();
  await testPage.page.getByRole('menuitem', { name: 'Sign out' }).click();
  await testPage.page.getByRole('heading', { name: 'Sign in to Refrain' }).waitFor();
}

async function signIn(answer: string): Promise<void> {
  await testPage.page.getByRole('heading', { name: 'Sign in to Refrain' }).waitFor();
  await testPage.page.getByLabel('Key').first().fill(/rfn_[A-Za-z0-9_]+/.exec(answer)?.[0] ?? answer);
  await testPage.page.getByRole('button', { name: 'Sign in' }).click();
  await testPage.page.getByRole('heading', { name: 'Sign in to Refrain' }).waitFor({ state: 'detached' });
}

it('an unauthenticated user is asked for a key', async () => {
  await testPage.page.goto('/ledger?state=failed');
  await testPage.page.getByRole('heading', { name: 'Sign in to Refrain' }).waitFor();
  await testPage.page.getByLabel('Key').first().fill('rfn_wrong');
  await testPage.page.getByRole('button', { name: 'Sign in' }).click();
  await testPage.page.getByRole('alert').waitFor();
});

it('the one-time link of the first start signs in', async () => {
  const link = /\n {2}(http\S+\/login\?token=\S+)/.exec(world.startupOutput)?.[1];
  expect(link).toBeDefined();
  await testPage.page.goto(link ?? '');
  await testPage.page.getByRole('heading', { name: 'Overview' }).waitFor();
  keyResponses = await testPage.page.evaluate(async () => {
    const post = async (path: string, body: unknown) => {
      const answer = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
      return answer.text();
    };
    await post('/v1/schedules', { id: 'digest', cron: '0 9 * * *', timezone: 'UTC', action: { provider: 'log' } });
    const key = (role: string) => post('/v1/keys', { role, reach: 'tenant' });
    return { viewer: await key('viewer'), editor: await key('editor') };
  });
});

it('a viewer sees everything, sees the required role on disabled buttons, and returns to the previous page', async () => {
  const { page } = testPage;
  await signOut();
  await page.goto('/schedules/digest');
  await signIn(keyResponses.viewer);
  await page.getByRole('heading', { name: 'digest' }).waitFor();
  const pause = page.getByRole('button', { name: 'Pause' });
  expect(await pause.getAttribute('aria-disabled')).toBe('true');
  await pause.hover({ force: true });
  await page.getByText('Requires the role “operator”').waitFor();
});

it('a viewer can select rows but not change them', async () => {
  const { page } = testPage;
  await page.goto('/schedules');
  expect(await page.getByRole('button', { name: 'Pause digest' }).getAttribute('aria-disabled')).toBe('true');
  await page.getByRole('checkbox', { name: 'Select digest' }).check();
  const bar = page.getByRole('region', { name: 'Selected schedules' });
  for (const name of ['Pause…', 'Resume…', 'Stop permanently…']) {
    expect(await bar.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true');
  }
});

it('a session that expires during an edit leads back to it and keeps the input', async () => {
  const { page } = testPage;
  await signOut();
  await signIn(keyResponses.editor);
  await page.goto('/schedules/digest');
  // No role includes this permission.
  expect(await page.getByRole('button', { name: 'Run now' }).getAttribute('aria-disabled')).toBe('true');
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Description' }).fill('half a sent');
  await page.context().clearCookies();
  await page.getByRole('textbox', { name: 'Expression' }).fill('0 10 * * *');
  await page.getByText('Your session has expired').waitFor();
  await signIn(keyResponses.editor);
  await page.getByText('Unsaved changes restored').waitFor();
  expect(await page.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('half a sent');
  expect(await page.getByRole('textbox', { name: 'Expression' }).inputValue()).toBe('0 10 * * *');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'digest', exact: true }).waitFor();
});

it('no page violated its content security policy', () => {
  expect(testPage.errors).toEqual([]);
});
