// The next seven days as hours of a week, and the color depth of each hour. Pure.
import { dateOf, hourOf } from '../../format/day';

const HOURS = 7 * 24;
const DEPTHS = 4;

/**
 * Number of schedules per hour of the week, starting with Monday 00:00. The current hour occurs twice, now and in
 * a week; the larger count wins.
 */
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

/**
 * Returns color depths: 0 for no schedules, 4 for the maximum. The smallest count above zero has depth 1, so that
 * schedules of every hour form the background.
 */
export function depths(counts: number[]): number[] {
  const some = counts.filter((count) => count > 0);
  const [least, most] = [Math.min(...some), Math.max(...some)];
  return counts.map((count) => {
    if (count === 0) return 0;
    return least === most ? 1 : 1 + Math.round(((DEPTHS - 1) * (count - least)) / (most - least));
  });
}
