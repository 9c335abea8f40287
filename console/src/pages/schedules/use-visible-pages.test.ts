import { expect, it } from 'vitest';
import { pagesBetween } from './use-visible-pages';

it('finds the pages of a range of rows', () => {
  const pages = [3, 0, 2, 4].map((length) => ({ items: Array.from({ length }) }));
  expect(pagesBetween(pages, 0, 2)).toEqual({ first: 0, last: 0 });
  expect(pagesBetween(pages, 2, 4)).toEqual({ first: 0, last: 2 });
  expect(pagesBetween(pages, 5, 99)).toEqual({ first: 3, last: 3 });
  expect(pagesBetween([], 0, 0)).toEqual({ first: 0, last: 0 });
});
