// Who comes in, by which way, and what they find switched off.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Seen, World } from './world';

let world: World;
let seen: Seen;
/** The answer in which a key is shown. */
let made: string;
beforeAll(async () => {
  world = await World.start('--set', 'auth.mode=keys');
  seen = await world.page();
});
afterAll(async () => {
  await seen.close();
  await world.stop();
});

it('whoever has no key is asked for one', async () => {
  await seen.page.goto('/ledger?state=failed');
  await seen.page.getByRole('heading', { name: 'Sign in to Refrain' }).waitFor();
  await seen.page.getByLabel('Key').first().fill('rfn_wrong');
  await seen.page.getByRole('button', { name: 'Sign in' }).click();
  await seen.page.getByRole('alert').waitFor();
});

it('the link of the first start leads in, once', async () => {
  const link = /\n {2}(http\S+\/login\?token=\S+)/.exec(world.said)?.[1];
  expect(link).toBeDefined();
  await seen.page.goto(link ?? '');
  await seen.page.getByRole('heading', { name: 'Overview' }).waitFor();
  made = await seen.page.evaluate(async () => {
    const post = async (path: string, body: unknown) => {
      const answer = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
      return answer.text();
    };
    await post('/v1/schedules', { id: 'digest', cron: '0 9 * * *', timezone: 'UTC', action: { provider: 'log' } });
    return post('/v1/keys', { role: 'viewer', reach: 'tenant' });
  });
});

it('a viewer sees everything, is told what it takes to change it, and comes back to where they were', async () => {
  const { page } = seen;
  const key = /rfn_[A-Za-z0-9_]+/.exec(made)?.[0] ?? made;
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in to Refrain' }).waitFor();
  await page.goto('/schedules/digest');
  await page.getByRole('heading', { name: 'Sign in to Refrain' }).waitFor();
  await page.getByLabel('Key').first().fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'digest' }).waitFor();
  const pause = page.getByRole('button', { name: 'Pause' });
  expect(await pause.getAttribute('aria-disabled')).toBe('true');
  await pause.hover({ force: true });
  await page.getByText('Needs the role “operator”').waitFor();
});

it('nothing was against the policy of the pages', () => {
  expect(seen.faults).toEqual([]);
});
