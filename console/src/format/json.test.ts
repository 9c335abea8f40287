import { expect, it } from 'vitest';
import { jsonFault } from './json';

it('JSON has no fault, and neither has nothing', () => {
  for (const text of ['{}', ' ', '[1, "a"]', 'null']) expect(jsonFault(text)).toBeUndefined();
});

it('a fault has a line, a column and the line itself', () => {
  const fault = jsonFault('{\n  "a": 1\n  "b": 2\n}');
  expect(fault).toMatchObject({ line: 3, column: 3, text: '  "b": 2' });
  expect(fault?.detail).not.toContain('position');
});

it('what ends too early is at fault at its end', () => {
  expect(jsonFault('{"a":')).toMatchObject({ line: 1, column: 6 });
  expect(jsonFault('{"a": <b>}')).toMatchObject({ line: 1, column: 7 });
});
