import { describe, expect, it } from 'vitest';
import { changedFields, mergeFields, formatPath, defaultSide } from './fields';

const was = { spec: { recurrence: { kind: 'cron', expression: '0 9 * * *' }, timezone: 'UTC' }, description: 'a', labels: { 'a.b': '1' }, timeout: null };

describe('two changes of a definition', () => {
  it('are listed field by field with their side', () => {
    const theirs = { ...was, description: 'theirs', labels: { 'a.b': '2' } };
    const mine = { ...was, description: 'mine', timeout: '30s', labels: { 'a.b': '1', c: '3' } };
    const fields = changedFields(was, theirs, mine);
    expect(fields.map(({ path, isConflict }) => [formatPath(path), isConflict])).toEqual([
      ['description', true],
      ['labels.a.b', false],
      ['labels.c', false],
      ['timeout', false],
    ]);
    expect(fields.map(defaultSide)).toEqual(['mine', 'theirs', 'mine', 'mine']);
    expect(mergeFields(theirs, fields, new Map([['description', 'theirs']]))).toEqual({ ...was, description: 'theirs', timeout: '30s', labels: { 'a.b': '2', c: '3' } });
  });
  it('do not conflict if they are equal', () => {
    const both = { ...was, description: 'b' };
    expect(changedFields(was, both, both).some(({ isConflict }) => isConflict)).toBe(false);
    expect(changedFields(was, was, { ...was, timeout: undefined, extra: [] })).toEqual([]);
  });
  it('treat a recurrence as one field and keep deletions', () => {
    const mine = { ...was, spec: { ...was.spec, recurrence: { kind: 'rrule', text: 'RRULE:FREQ=DAILY' } }, labels: {} };
    const fields = changedFields(was, was, mine);
    expect(fields.map(({ path }) => formatPath(path))).toEqual(['labels.a.b', 'spec.recurrence']);
    expect(mergeFields(was, fields, new Map())).toMatchObject({ spec: mine.spec, labels: {} });
  });
});
