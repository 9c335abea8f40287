import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { pausedFields, applyOptimistically } from './optimistic';

const item = (id: string) => ({ id, status: 'active', next_at: '2026-01-01T00:00:00Z' });

it('a change is applied to all cached data and reverted completely', async () => {
  const client = new QueryClient();
  const list = { pages: [{ items: [item('a'), item('b')] }, { items: [item('c')] }], pageParams: [undefined, 'b'] };
  const names = { items: [item('a')] };
  client.setQueryData(['schedules', {}], list);
  client.setQueryData(['schedules', 'names', 'a'], names);
  client.setQueryData(['schedule', 'a'], item('a'));
  const revert = await applyOptimistically(client, 'a', pausedFields('ann', 'moving', null));
  const shown = client.getQueryData<typeof list>(['schedules', {}]);
  expect(shown?.pages[0]?.items.map(({ status }) => status)).toEqual(['paused', 'active']);
  expect(shown?.pages[1]).toBe(list.pages[1]);
  expect(client.getQueryData(['schedule', 'a'])).toMatchObject({ status: 'paused', next_at: null });
  expect(client.getQueryData(['schedules', 'names', 'a'])).toBe(names);
  revert();
  expect(client.getQueryData(['schedules', {}])).toEqual(list);
  expect(client.getQueryData(['schedule', 'a'])).toEqual(item('a'));
});
