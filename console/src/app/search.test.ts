import { expect, it } from 'vitest';
import { internalPath, oneOf, text } from './search';

it('only paths inside the console are accepted', () => {
  expect(internalPath('/schedules/digest?tab=why')).toBe('/schedules/digest?tab=why');
  for (const foreign of ['https://evil.test', '//evil.test', '/\\evil.test', 'javascript:alert(1)', 7]) {
    expect(internalPath(foreign)).toBeUndefined();
  }
});

it('invalid values are ignored', () => {
  expect(text('')).toBeUndefined();
  expect(text(2026)).toBe('2026');
  expect(oneOf(['a', 'b'], 'c')).toBeUndefined();
});
