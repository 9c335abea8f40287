import { expect, it } from 'vitest';
import { told } from '../../format/fields';
import { changesAt } from './changes-at';

const first = { spec: { timezone: 'UTC' }, description: 'a' };
const revisions = [{ definition: { ...first, description: 'c' } }, { definition: null }, { definition: { ...first, description: 'b' } }, { definition: first }];

it('each revision is held against the last that brought a definition', () => {
  const told_at = (at: number) => changesAt(revisions, at).map(({ path, was, now }) => [told(path), was, now]);
  expect(told_at(0)).toEqual([['description', 'b', 'c']]);
  expect(told_at(1)).toEqual([]);
  expect(told_at(2)).toEqual([['description', 'a', 'b']]);
  expect(told_at(3)).toEqual([]);
});
