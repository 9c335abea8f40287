import { expect, it } from 'vitest';
import { formOf, textIn, withText } from './provider-forms';

it('a custom provider has a target', () => {
  expect(formOf('mine').target?.label).toBe('Target');
  expect(formOf('log').target).toBeUndefined();
});

it('a form field changes its part of the payload and keeps the rest', () => {
  const payload = withText('{"to": "a@example.com", "cc": ["b@example.com"]}', 'subject', 'Hello');
  expect(JSON.parse(payload)).toEqual({ to: 'a@example.com', cc: ['b@example.com'], subject: 'Hello' });
  expect(JSON.parse(withText(payload, 'to', ''))).toEqual({ cc: ['b@example.com'], subject: 'Hello' });
  expect(textIn(payload, 'cc')).toBeUndefined();
  expect(textIn('[1]', 'to')).toBe('');
  expect(textIn('{"a":', 'to')).toBe('');
});
