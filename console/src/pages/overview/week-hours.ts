// The next seven days as the hours of a week, and how deep each is coloured. Pure.
import { dateOf, hourOf } from '../../format/day';

const HOURS = 7 * 24;
const DEPTHS = 4;

/** How many schedules fire in each hour of the week, Monday's first hour first. Of an hour that is there twice, now and in a week, the fuller counts. */
export function weekHours(slots: { at: string; schedules: number }[], zone: string): number[] {
  const hours = Array.from({ length: HOURS }, () => 0);
  for (const { at, schedules } of slots) {
    const instant = Date.parse(at);
    const day = (new Date(dateOf(instant, zone)).getUTCDay() + 6) % 7;
    const index = day * 24 + hourOf(instant, zone);
    hours[index] = Math.max(hours[index] ?? 0, schedules);
  }
  return hours;
}

/** 0 for none, up to 4 for the most. What fires in every hour is the ground on which differences show. */
export function depths(counts: number[]): number[] {
  const some = counts.filter((count) => count > 0);
  const [least, most] = [Math.min(...some), Math.max(...some)];
  return counts.map((count) => {
    if (count === 0) return 0;
    return least === most ? 1 : 1 + Math.round(((DEPTHS - 1) * (count - least)) / (most - least));
  });
}
