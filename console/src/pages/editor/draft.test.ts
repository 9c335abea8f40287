import { describe, expect, it } from 'vitest';
import { Problem } from '../../api/problem';
import type { Schedule } from '../../api/schedules';
import { labelsOf, newDraft, numbersOf } from './draft';
import { definitionOfDraft } from './to-definition';
import { draftOf } from './to-draft';

const schedule = (recurrence: unknown, more = {}) =>
  ({
    id: 'digest',
    spec: { recurrence, timezone: 'Europe/Paris', jitter: { window: '30m' } },
    action: { provider: 'webhook', target: 'https://example.test', payload: { a: 1 }, dedup_key: 'k' },
    ...more,
  }) as unknown as Schedule;

describe('a draft', () => {
  it('keeps fields that the form does not show', () => {
    const saved = definitionOfDraft(draftOf(schedule({ kind: 'cron', expression: '0 9 * * *' }, { priority: 'high' })));
    expect(saved.spec.jitter).toEqual({ window: '30m' });
    expect(saved.action.dedup_key).toBe('k');
    expect(saved.priority).toBe('high');
  });
  it('keeps every recurrence through the form', () => {
    const all = [
      { kind: 'cron', expression: '0 0 18 ? * 6L', dialect: 'quartz' },
      { kind: 'every', every: 2, unit: 'weeks', at: ['09:00:00', '17:00:00'] },
      { kind: 'calendar', frequency: 'monthly', interval: 1, by_month_day: [1, -1], time_of_day: '09:00:00' },
      { kind: 'rrule', text: 'RRULE:FREQ=DAILY' },
      { kind: 'once', at: '2030-01-01T00:00:00Z' },
      { kind: 'every', every: 1, unit: 'hours', on_minute: 5 },
    ];
    for (const recurrence of all) expect(definitionOfDraft(draftOf(schedule(recurrence))).spec.recurrence).toEqual(recurrence);
  });
  it('rejects invalid JSON', () => {
    expect(() => definitionOfDraft({ ...newDraft('UTC'), payload: '{"a":' })).toThrow(Problem);
  });
  it('parses labels and days of the month', () => {
    expect(labelsOf(['team:billing', 'url:http://a', 'alone'])).toEqual({ team: 'billing', url: 'http://a', alone: '' });
    expect(numbersOf('1, 15 -1')).toEqual([1, 15, -1]);
  });
});
