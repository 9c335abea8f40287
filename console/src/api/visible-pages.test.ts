import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { cachedIfHidden, registerVisible } from './visible-pages';

it('hidden pages are kept and visible pages are read again', () => {
  const client = new QueryClient();
  const key = ['schedules', { status: 'active' }];
  const pages = [{ items: ['a'] }, { items: ['b'] }, { items: ['c'] }];
  client.setQueryData(key, { pages, pageParams: [undefined, 'a', 'b'] });
  expect(cachedIfHidden(client, key, 'b')).toBeUndefined();
  const unregister = registerVisible(key, [undefined, 'a']);
  expect(cachedIfHidden(client, key, undefined)).toBeUndefined();
  expect(cachedIfHidden(client, key, 'b')).toBe(pages[2]);
  expect(cachedIfHidden(client, key, 'new')).toBeUndefined();
  unregister();
  expect(cachedIfHidden(client, key, 'b')).toBeUndefined();
});
