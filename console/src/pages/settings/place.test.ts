import { expect, it } from 'vitest';
import { placeTold } from './place';

it('every value says where it comes from', () => {
  expect(placeTold(undefined)).toBe('default');
  expect(placeTold({ file: 'refrain.toml', line: 12, column: 3 })).toBe('refrain.toml, line 12');
  expect(placeTold({ variable: 'REFRAIN_SERVER__BIND' })).toBe('variable REFRAIN_SERVER__BIND');
  expect(placeTold({ flag: '--bind' })).toBe('flag --bind');
});
