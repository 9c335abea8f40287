// What happened and what will, as marks on the axis of time. Pure.
import type { Counts, History, Upcoming } from '../api/calendar';
import { type CivilDate, dateOf, hourOf } from './day';
import { whole } from './length';
import type { Tone } from './words';

/** How a mark looks: by its worst outcome, or as something that is still to come. */
export type MarkTone = Tone | 'next';

export interface Mark {
  schedule: string;
  /** The first and the last instant, in milliseconds. */
  from: number;
  until: number;
  count: number;
  /** Whether there are more. */
  isCut: boolean;
  tone: MarkTone;
  /** What came of it, in words. */
  told: string;
  sentence?: string | undefined;
}

/** The worst first. */
const TONES: MarkTone[] = ['bad', 'warn', 'good', 'busy', 'calm', 'next'];

export function worst(tones: MarkTone[]): MarkTone {
  return TONES.find((tone) => tones.includes(tone)) ?? 'next';
}

export function toneOf(counts: Counts): MarkTone {
  if (counts.failed > 0) return 'bad';
  if (counts.skipped > 0) return 'warn';
  if (counts.generated > 0) return 'good';
  return counts.running > 0 ? 'busy' : 'calm';
}

export function total(counts: Counts): number {
  return counts.planned + counts.running + counts.generated + counts.skipped + counts.failed;
}

/** `3 done, 1 failed` */
export function countsText({ generated, skipped, failed, running, planned }: Counts): string {
  const parts: [number, string][] = [
    [generated, 'done'],
    [skipped, 'skipped'],
    [failed, 'failed'],
    [running, 'running'],
    [planned, 'waiting'],
  ];
  const told = parts.filter(([count]) => count > 0).map(([count, word]) => `${whole(count)} ${word}`);
  return told.join(', ') || 'nothing';
}

/** Both together, in order. */
export function marksOf(history: History | undefined, upcoming: Upcoming | undefined): Mark[] {
  const past = (history?.items ?? []).flatMap(({ schedule, spans }) =>
    spans.map(({ from, until, counts }): Mark => {
      const count = total(counts);
      return { schedule, from: Date.parse(from), until: Date.parse(until), count, isCut: false, tone: toneOf(counts), told: countsText(counts) };
    }),
  );
  const next = (upcoming?.items ?? []).flatMap(({ schedule, sentence, spans }) =>
    spans.map(({ from, until, fires, is_cut }): Mark => {
      const told = is_cut ? `more than ${whole(fires)} to come` : `${whole(fires)} to come`;
      return { schedule, sentence, from: Date.parse(from), until: Date.parse(until), count: fires, isCut: is_cut, tone: 'next', told };
    }),
  );
  return [...past, ...next].toSorted((a, b) => a.from - b.from);
}

/** The marks of one schedule as one: its first and last, how many, and the worst that came of them. */
export type Group = Mark;

export function grouped(marks: Mark[]): Group[] {
  const groups = new Map<string, Mark[]>();
  for (const mark of marks) groups.set(mark.schedule, [...(groups.get(mark.schedule) ?? []), mark]);
  return [...groups.values()].map(together).toSorted((a, b) => a.from - b.from);
}

function together(marks: Mark[]): Group {
  const [first] = marks;
  if (!first || marks.length === 1) return first as Mark;
  return {
    ...first,
    until: Math.max(...marks.map(({ until }) => until)),
    count: marks.reduce((sum, { count }) => sum + count, 0),
    isCut: marks.some(({ isCut }) => isCut),
    tone: worst(marks.map(({ tone }) => tone)),
    told: [...new Set(marks.map(({ told }) => told))].join('; '),
    sentence: marks.find(({ sentence }) => sentence)?.sentence,
  };
}

/** So many of them, in order: what failed before all others, so that it is never among those that are left out. */
export function foremost(groups: Group[], count: number): Group[] {
  const isBad = ({ tone }: Group) => Number(tone === 'bad');
  return groups
    .toSorted((a, b) => isBad(b) - isBad(a))
    .slice(0, count)
    .toSorted((a, b) => a.from - b.from);
}

/** More often than this on one day, and a schedule is a band over it and not a row of marks. */
export const OFTEN_MIN = 25;

export interface DayPlan {
  /** Those that fire often, as one each. */
  bands: Group[];
  /** The others by the hour. */
  hours: Map<number, Group[]>;
  /** The others over the day. */
  groups: Group[];
}

/** What a day holds, by its date. Nothing that the server folds crosses midnight of the zone. */
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
  const all = grouped(marks);
  const often = new Set(all.filter(({ count }) => count >= OFTEN_MIN).map(({ schedule }) => schedule));
  const hours = new Map<number, Mark[]>();
  for (const mark of marks.filter(({ schedule }) => !often.has(schedule))) {
    const hour = hourOf(mark.from, zone);
    hours.set(hour, [...(hours.get(hour) ?? []), mark]);
  }
  return {
    bands: all.filter(({ schedule }) => often.has(schedule)),
    hours: new Map([...hours].map(([hour, found]) => [hour, grouped(found)])),
    groups: all.filter(({ schedule }) => !often.has(schedule)),
  };
}

/** `×1,440+`, nothing for one. */
export function timesText({ count, isCut }: Pick<Mark, 'count' | 'isCut'>): string {
  return count === 1 && !isCut ? '' : `×${whole(count)}${isCut ? '+' : ''}`;
}
