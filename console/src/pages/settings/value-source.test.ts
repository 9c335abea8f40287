import { expect, it } from 'vitest';
import { describeSource } from './value-source';

it('describes the source of every value', () => {
  expect(describeSource(undefined)).toBe('default');
  expect(describeSource({ file: 'refrain.toml', line: 12, column: 3 })).toBe('refrain.toml, line 12');
  expect(describeSource({ variable: 'REFRAIN_SERVER__BIND' })).toBe('variable REFRAIN_SERVER__BIND');
  expect(describeSource({ flag: '--bind' })).toBe('flag --bind');
});
