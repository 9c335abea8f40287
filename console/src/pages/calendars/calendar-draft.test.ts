import { expect, it } from 'vitest';
import { calendarDraft, calendarOf, isSame, dayOffReason, toggleDate } from './calendar-draft';

const work = calendarDraft({ weekend: ['sunday', 'saturday'], dates: ['2026-12-25'] });

it('a day is off by its date or its weekday', () => {
  expect(dayOffReason(work, '2026-12-25')).toBe('date');
  expect(dayOffReason(work, '2026-12-26')).toBe('weekend');
  expect(dayOffReason(work, '2026-12-28')).toBeUndefined();
});

it('dates are added and removed, and stay sorted', () => {
  const more = toggleDate(work, '2026-01-01');
  expect(calendarOf(more).dates).toEqual(['2026-01-01', '2026-12-25']);
  expect(isSame(toggleDate(more, '2026-01-01'), work)).toBe(true);
});

it('accepts a single weekday', () => {
  expect(calendarDraft({ weekend: 'friday' }).weekend).toEqual(['friday']);
});
