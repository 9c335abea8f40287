import { expect, it } from 'vitest';
import { removeDraft, removeDrafts, storeDraft, readDraft } from './drafts';

it('a draft is stored until it is removed', () => {
  storeDraft('new', { id: 'a' });
  storeDraft('edit b', { id: 'b' });
  expect(readDraft('new')).toEqual({ id: 'a' });
  removeDraft('new');
  expect(readDraft('new')).toBeUndefined();
  sessionStorage.setItem('other', 'x');
  removeDrafts();
  expect(readDraft('edit b')).toBeUndefined();
  expect(sessionStorage.getItem('other')).toBe('x');
});

it('an unreadable draft is ignored', () => {
  sessionStorage.setItem('refrain-draft new', '{');
  expect(readDraft('new')).toBeUndefined();
});
