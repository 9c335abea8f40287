// Converts between instants and local times in a zone, for pickers without time zone support.
import { formatter } from './instant';

const SECOND_MS = 1_000;
const OPTIONS = { hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;

function wallClockMs(instant: number, zone: string): number {
  const found = formatter(zone, OPTIONS).formatToParts(instant);
  const part = (type: string) => Number(found.find((each) => each.type === type)?.value);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/** Returns the local time, such as `2026-11-16 09:00:00`. */
export function toWallClock(instant: string, zone: string): string {
  const at = Date.parse(instant);
  return new Date(Number.isNaN(at) ? 0 : wallClockMs(at, zone)).toISOString().slice(0, 19).replace('T', ' ');
}

/**
 * Returns the instant of a local time. In a fold, it is the first of the two; in a gap, the offset before the gap
 * applies, so the instant lies after the gap.
 */
export function fromWallClock(text: string, zone: string): string {
  const wanted = Date.parse(`${text.replace(' ', 'T')}Z`);
  // The offsets one day before and one day after: one of them applies at the instant, or the time lies in the gap
  // between them.
  const day = 24 * 3_600 * SECOND_MS;
  const before = wallClockMs(wanted - day, zone) - (wanted - day);
  const after = wallClockMs(wanted + day, zone) - (wanted + day);
  const fitting = [wanted - before, wanted - after].filter((at) => wallClockMs(at, zone) === wanted);
  const at = fitting.length > 0 ? Math.min(...fitting) : wanted - before;
  return new Date(at).toISOString().replace('.000Z', 'Z');
}
