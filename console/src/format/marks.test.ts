import { describe, expect, it } from 'vitest';
import type { History, Upcoming } from '../api/calendar';
import { countsText, dayPlans, pickGroups, groupBySchedule, type Mark, marksOf, timesText, toneOf } from './marks';

const none = { planned: 0, running: 0, succeeded: 0, skipped: 0, failed: 0 };
const mark = (schedule: string, at: string, count = 1): Mark => ({
  schedule,
  from: Date.parse(at),
  until: Date.parse(at),
  count,
  isCut: false,
  tone: 'next',
  summary: '',
});

describe('marks', () => {
  it('have the color of their worst outcome', () => {
    expect(toneOf({ ...none, succeeded: 9, failed: 1 })).toBe('bad');
    expect(toneOf({ ...none, succeeded: 9, skipped: 1 })).toBe('warn');
    expect(toneOf({ ...none, succeeded: 9 })).toBe('good');
    expect(countsText({ ...none, succeeded: 1_200, failed: 1 })).toBe('1,200 succeeded, 1 failed');
  });
  it('combine past and upcoming runs in order of time', () => {
    const at = (hour: number) => `2026-11-16T0${hour}:00:00Z`;
    const history = { items: [{ schedule: 'a', spans: [{ from: at(3), until: at(3), counts: { ...none, failed: 1 } }] }] } as unknown as History;
    const span = { from: at(2), until: at(2), occurrences: 60, is_cut: true };
    const upcoming = { items: [{ schedule: 'b', sentence: 'Often', spans: [span] }] } as unknown as Upcoming;
    expect(marksOf(history, upcoming).map(({ schedule, tone, summary }) => [schedule, tone, summary])).toEqual([
      ['b', 'next', 'more than 60 upcoming'],
      ['a', 'bad', '1 failed'],
    ]);
    expect(marksOf(undefined, undefined)).toEqual([]);
  });
  it('of failed runs are never left out', () => {
    const groups = [mark('a', '2026-11-16T01:00:00Z'), mark('b', '2026-11-16T02:00:00Z'), { ...mark('c', '2026-11-16T03:00:00Z'), tone: 'bad' as const }];
    expect(pickGroups(groups, 2).map(({ schedule }) => schedule)).toEqual(['a', 'c']);
  });
  it('of one schedule are grouped', () => {
    const marks = [mark('a', '2026-11-16T03:00:00Z', 2), mark('b', '2026-11-16T01:00:00Z'), { ...mark('a', '2026-11-16T04:00:00Z'), tone: 'bad' as const }];
    expect(groupBySchedule(marks).map(({ schedule, count, tone }) => [schedule, count, tone])).toEqual([
      ['b', 1, 'next'],
      ['a', 3, 'bad'],
    ]);
  });
});

describe('a day', () => {
  it('shows frequent schedules as bands and others by local hour', () => {
    const often = Array.from({ length: 24 }, (_, hour) => mark('often', `2026-11-16T${String(hour).padStart(2, '0')}:10:00Z`, 60));
    const plans = dayPlans([...often, mark('digest', '2026-11-16T23:30:00Z'), mark('early', '2026-11-16T08:00:00Z')], 'Europe/Berlin');
    const today = plans.get('2026-11-16');
    expect(today?.bands.map(({ schedule, count }) => [schedule, count])).toEqual([['often', 23 * 60]]);
    expect([...(today?.hours.keys() ?? [])]).toEqual([9]);
    expect(plans.get('2026-11-17')?.hours.get(0)?.[0]?.schedule).toBe('digest');
  });
  it('formats the number of runs', () => {
    expect([timesText({ count: 1, isCut: false }), timesText({ count: 1_440, isCut: true })]).toEqual(['', '×1,440+']);
  });
});
