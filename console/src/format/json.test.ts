import { expect, it } from 'vitest';
import { jsonFault } from './json';

it('accepts valid JSON and empty text', () => {
  for (const text of ['{}', ' ', '[1, "a"]', 'null']) expect(jsonFault(text)).toBeUndefined();
});

it('reports an error with its line and column', () => {
  const fault = jsonFault('{\n  "a": 1\n  "b": 2\n}');
  expect(fault).toMatchObject({ line: 3, column: 3, text: '  "b": 2' });
  expect(fault?.detail).not.toContain('position');
});

it('reports truncated JSON at its end', () => {
  expect(jsonFault('{"a":')).toMatchObject({ line: 1, column: 6 });
  expect(jsonFault('{"a": <b>}')).toMatchObject({ line: 1, column: 7 });
});
