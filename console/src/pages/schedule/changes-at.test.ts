import { expect, it } from 'vitest';
import { formatPath } from '../../format/fields';
import { changesAt } from './changes-at';

const first = { spec: { timezone: 'UTC' }, description: 'a' };
const revisions = [{ definition: { ...first, description: 'c' } }, { definition: null }, { definition: { ...first, description: 'b' } }, { definition: first }];

it('compares each revision with the previous one that has a definition', () => {
  const changesOf = (at: number) => changesAt(revisions, at).map(({ path, was, now }) => [formatPath(path), was, now]);
  expect(changesOf(0)).toEqual([['description', 'b', 'c']]);
  expect(changesOf(1)).toEqual([]);
  expect(changesOf(2)).toEqual([['description', 'a', 'b']]);
  expect(changesOf(3)).toEqual([]);
});
