// Past and upcoming occurrences as marks on a time axis. Pure.
import type { Counts, History, Upcoming } from '../api/calendar';
import { type CivilDate, dateOf, hourOf } from './day';
import { whole } from './length';
import { strings } from './strings';
import type { Tone } from './words';

/** Appearance of a mark: its worst outcome, or `next` for an upcoming one. */
export type MarkTone = Tone | 'next';

export interface Mark {
  schedule: string;
  /** First and last instant, in milliseconds. */
  from: number;
  until: number;
  count: number;
  /** Whether the count stopped early. */
  isCut: boolean;
  tone: MarkTone;
  /** Outcome as text. */
  summary: string;
  sentence?: string | undefined;
}

/** Tones, worst first. */
const TONES: MarkTone[] = ['bad', 'warn', 'good', 'busy', 'calm', 'next'];

export function worstTone(tones: MarkTone[]): MarkTone {
  return TONES.find((tone) => tones.includes(tone)) ?? 'next';
}

export function toneOf(counts: Counts): MarkTone {
  if (counts.failed > 0) return 'bad';
  if (counts.skipped > 0) return 'warn';
  if (counts.succeeded > 0) return 'good';
  return counts.running > 0 ? 'busy' : 'calm';
}

export function total(counts: Counts): number {
  return counts.planned + counts.running + counts.succeeded + counts.skipped + counts.failed;
}

/** Formats counts as `3 succeeded, 1 failed`. */
export function countsText({ succeeded, skipped, failed, running, planned }: Counts): string {
  const parts: [number, string][] = [
    [succeeded, strings.succeeded],
    [skipped, strings.skipped],
    [failed, strings.failed],
    [running, strings.running],
    [planned, strings.planned],
  ];
  const summary = parts.filter(([count]) => count > 0).map(([count, word]) => `${whole(count)} ${word}`);
  return summary.join(', ') || strings.nothing;
}

/** Combines past and upcoming marks, sorted by time. */
export function marksOf(history: History | undefined, upcoming: Upcoming | undefined): Mark[] {
  const past = (history?.items ?? []).flatMap(({ schedule, spans }) =>
    spans.map(({ from, until, counts }): Mark => {
      const count = total(counts);
      return { schedule, from: Date.parse(from), until: Date.parse(until), count, isCut: false, tone: toneOf(counts), summary: countsText(counts) };
    }),
  );
  const next = (upcoming?.items ?? []).flatMap(({ schedule, sentence, spans }) =>
    spans.map(({ from, until, occurrences, is_cut }): Mark => {
      const summary = strings.upcoming(whole(occurrences), is_cut);
      return { schedule, sentence, from: Date.parse(from), until: Date.parse(until), count: occurrences, isCut: is_cut, tone: 'next', summary };
    }),
  );
  return [...past, ...next].toSorted((a, b) => a.from - b.from);
}

/** All marks of one schedule combined: first and last instant, total count, and the worst outcome. */
export type Group = Mark;

export function groupBySchedule(marks: Mark[]): Group[] {
  const groups = new Map<string, Mark[]>();
  for (const mark of marks) groups.set(mark.schedule, [...(groups.get(mark.schedule) ?? []), mark]);
  return [...groups.values()].map(mergeMarks).toSorted((a, b) => a.from - b.from);
}

function mergeMarks(marks: Mark[]): Group {
  const [first] = marks;
  if (!first || marks.length === 1) return first as Mark;
  return {
    ...first,
    until: Math.max(...marks.map(({ until }) => until)),
    count: marks.reduce((sum, { count }) => sum + count, 0),
    isCut: marks.some(({ isCut }) => isCut),
    tone: worstTone(marks.map(({ tone }) => tone)),
    summary: [...new Set(marks.map(({ summary }) => summary))].join('; '),
    sentence: marks.find(({ sentence }) => sentence)?.sentence,
  };
}

/** Returns up to `count` groups, sorted by time. Failed groups have priority, so that they are never left out. */
export function pickGroups(groups: Group[], count: number): Group[] {
  const isBad = ({ tone }: Group) => Number(tone === 'bad');
  return groups
    .toSorted((a, b) => isBad(b) - isBad(a))
    .slice(0, count)
    .toSorted((a, b) => a.from - b.from);
}

/** Minimum number of occurrences per day for which a schedule is shown as a band instead of single marks. */
export const OFTEN_MIN = 25;

export interface DayPlan {
  /** Frequent schedules, one group each. */
  bands: Group[];
  /** Other schedules by hour. */
  hours: Map<number, Group[]>;
  /** Other schedules over the whole day. */
  groups: Group[];
}

/** Returns the plan of each day, by date. Spans aggregated by the server never cross midnight of the zone. */
export function dayPlans(marks: Mark[], zone: string): Map<CivilDate, DayPlan> {
  const days = new Map<CivilDate, Mark[]>();
  for (const mark of marks) {
    const date = dateOf(mark.from, zone);
    const day = days.get(date);
    if (day) day.push(mark);
    else days.set(date, [mark]);
  }
  return new Map([...days].map(([date, day]) => [date, dayPlan(day, zone)]));
}

function dayPlan(marks: Mark[], zone: string): DayPlan {
  const all = groupBySchedule(marks);
  const often = new Set(all.filter(({ count }) => count >= OFTEN_MIN).map(({ schedule }) => schedule));
  const hours = new Map<number, Mark[]>();
  for (const mark of marks.filter(({ schedule }) => !often.has(schedule))) {
    const hour = hourOf(mark.from, zone);
    hours.set(hour, [...(hours.get(hour) ?? []), mark]);
  }
  return {
    bands: all.filter(({ schedule }) => often.has(schedule)),
    hours: new Map([...hours].map(([hour, found]) => [hour, groupBySchedule(found)])),
    groups: all.filter(({ schedule }) => !often.has(schedule)),
  };
}

/** Formats a count as `×1,440+`; empty for a single occurrence. */
export function timesText({ count, isCut }: Pick<Mark, 'count' | 'isCut'>): string {
  return count === 1 && !isCut ? '' : `×${whole(count)}${isCut ? '+' : ''}`;
}
