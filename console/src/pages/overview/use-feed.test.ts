import { expect, it } from 'vitest';
import { type Line, mergeLines } from './use-feed';

const line = (key: string, state: string) => ({ key, at: `2026-01-01T00:00:0${key.length > 1 ? 0 : key}Z`, row: { state } }) as unknown as Line;

it('an occurrence has one line, with its latest state', () => {
  const lines = mergeLines([line('2', 'succeeded'), line('3', 'running')], [line('2', 'running'), line('1', 'failed')]);
  expect(lines.map(({ key, row }) => `${key} ${row.state}`)).toEqual(['3 running', '2 succeeded', '1 failed']);
});

it('the number of lines is limited', () => {
  expect(mergeLines(Array.from({ length: 500 }, (_, index) => line(String(index), 'running')), [])).toHaveLength(100);
});
