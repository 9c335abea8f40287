// Ticks of a timeline: full hours of the zone, at most nine, or days. Pure.
import { addDays, dateOf, dateText, hourOf, startOf, timeOf } from '../../format/day';

export interface Tick {
  at: number;
  text: string;
}

const HOUR_MS = 3_600_000;
const TICKS_MAX = 9;

export function axis(from: number, until: number, zone: string): Tick[] {
  const hours = (until - from) / HOUR_MS;
  return hours > 48 ? days(from, until, zone) : fullHours(from, until, zone, Math.max(1, Math.ceil(hours / TICKS_MAX / 3) * 3));
}

function fullHours(from: number, until: number, zone: string, step: number): Tick[] {
  const ticks: Tick[] = [];
  // In zones with a fractional offset, full hours are at a quarter or half of a UTC hour.
  const quarter = HOUR_MS / 4;
  for (let at = Math.ceil(from / quarter) * quarter; at < until; at += quarter) {
    const text = timeOf(at, zone);
    if (text.endsWith(':00') && hourOf(at, zone) % step === 0) ticks.push({ at, text });
  }
  return ticks;
}

function days(from: number, until: number, zone: string): Tick[] {
  const ticks: Tick[] = [];
  for (let date = dateOf(from, zone); startOf(date, zone) < until; date = addDays(date, 1)) {
    const at = startOf(date, zone);
    if (at >= from) ticks.push({ at, text: dateText(date, { weekday: 'short', day: 'numeric' }) });
  }
  return ticks;
}
