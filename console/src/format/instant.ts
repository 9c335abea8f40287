// Instants for people: always with a zone, exact in a zone of choice, or relative to now. Pure: `now` is an argument.
import { chosenZone } from './zone-choice';

const FORMATS = new Map<string, Intl.DateTimeFormat>();

/** Formatters are slow to make, and lists need thousands of texts. */
export function formatter(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = zone + JSON.stringify(options);
  let made = FORMATS.get(key);
  if (!made) {
    try {
      made = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone });
    } catch {
      // A zone that this browser does not know, such as one made after it.
      made = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
    }
    FORMATS.set(key, made);
  }
  return made;
}

/** The zone of whoever looks: the one they chose, else that of their machine. */
export function ownZone(): string {
  own ??= Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
  return chosenZone() ?? own;
}

let own: string | undefined;

const KEPT_MAX = 4_000;
const KEPT = new Map<string, Record<string, string>>();

/** The same instants are drawn again and again, each second and with every scroll. */
function parts(instant: string, zone: string): Record<string, string> {
  const key = zone + instant;
  let found = KEPT.get(key);
  if (!found) {
    if (KEPT.size >= KEPT_MAX) KEPT.clear();
    found = partsOf(instant, zone);
    KEPT.set(key, found);
  }
  return found;
}

function partsOf(instant: string, zone: string): Record<string, string> {
  const options = {
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'shortOffset',
  } as const;
  const found = formatter(zone, options).formatToParts(new Date(instant));
  return Object.fromEntries(found.map((part) => [part.type, part.value]));
}

/** The offset as `+01:00`, `Z` for none. */
export function offset(instant: string, zone: string): string {
  const name = parts(instant, zone)['timeZoneName'] ?? 'GMT';
  const found = /^GMT([+−-])(\d{1,2})(?::(\d{2}))?$/.exec(name);
  if (!found) return 'Z';
  const [, sign, hours, minutes] = found;
  if (Number(hours) === 0 && !minutes) return 'Z';
  return `${sign === '+' ? '+' : '−'}${hours?.padStart(2, '0')}:${minutes ?? '00'}`;
}

/** `Mon 16 Nov 2026, 09:00:00 +01:00` in a zone. */
export function exact(instant: string, zone: string): string {
  const p = parts(instant, zone);
  return `${p['weekday']} ${p['day']} ${p['month']} ${p['year']}, ${p['hour']}:${p['minute']}:${p['second']} ${offset(instant, zone)}`;
}

/** `16 Nov 09:00`, with seconds when they are not zero and the year when it is not this one. Its zone must stand beside it. */
export function short(instant: string, zone: string, now: number): string {
  const p = parts(instant, zone);
  // To the hour: a new year begins with one, in every zone but for those that are off by a part of it.
  const hour = new Date(now - (now % 900_000)).toISOString();
  const year = p['year'] === parts(hour, zone)['year'] ? '' : ` ${p['year']}`;
  const seconds = p['second'] === '00' ? '' : `:${p['second']}`;
  return `${p['day']} ${p['month']}${year} ${p['hour']}:${p['minute']}${seconds}`;
}

/** `09:00:05` in a zone. */
export function clock(instant: string, zone: string): string {
  const p = parts(instant, zone);
  return `${p['hour']}:${p['minute']}:${p['second']}`;
}

const STEPS: [unit: string, seconds: number][] = [
  ['y', 31_557_600],
  ['mo', 2_629_800],
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
  ['s', 1],
];

/** `in 5m`, `3h ago`, `now`. */
export function relative(instant: string, now: number): string {
  const seconds = (Date.parse(instant) - now) / 1000;
  const length = Math.abs(seconds);
  if (length < 1) return 'now';
  const [unit, size] = STEPS.find(([, step]) => length >= step) ?? ['s', 1];
  const text = `${Math.floor(length / size)}${unit}`;
  return seconds > 0 ? `in ${text}` : `${text} ago`;
}

/** How long until the relative text of an instant may differ, in milliseconds. */
export function freshFor(instant: string, now: number): number {
  const length = Math.abs(Date.parse(instant) - now) / 1000;
  if (length < 90) return 1_000;
  return length < 5_400 ? 30_000 : 300_000;
}
