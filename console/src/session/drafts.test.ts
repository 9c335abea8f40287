import { expect, it } from 'vitest';
import { forgetDraft, forgetDrafts, keepDraft, readDraft } from './drafts';

it('what is written is there again until it is forgotten', () => {
  keepDraft('new', { id: 'a' });
  keepDraft('edit b', { id: 'b' });
  expect(readDraft('new')).toEqual({ id: 'a' });
  forgetDraft('new');
  expect(readDraft('new')).toBeUndefined();
  sessionStorage.setItem('other', 'x');
  forgetDrafts();
  expect(readDraft('edit b')).toBeUndefined();
  expect(sessionStorage.getItem('other')).toBe('x');
});

it('what cannot be read is not there', () => {
  sessionStorage.setItem('refrain-draft new', '{');
  expect(readDraft('new')).toBeUndefined();
});
