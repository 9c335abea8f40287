import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { keptUnseen, look } from './sight';

it('a page that nobody looks at is kept, and others are read again', () => {
  const client = new QueryClient();
  const key = ['schedules', { status: 'active' }];
  const pages = [{ items: ['a'] }, { items: ['b'] }, { items: ['c'] }];
  client.setQueryData(key, { pages, pageParams: [undefined, 'a', 'b'] });
  expect(keptUnseen(client, key, 'b')).toBeUndefined();
  const away = look(key, [undefined, 'a']);
  expect(keptUnseen(client, key, undefined)).toBeUndefined();
  expect(keptUnseen(client, key, 'b')).toBe(pages[2]);
  expect(keptUnseen(client, key, 'new')).toBeUndefined();
  away();
  expect(keptUnseen(client, key, 'b')).toBeUndefined();
});
