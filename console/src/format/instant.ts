// Formats instants: always with a zone, either exact or relative to now. Pure: `now` is an argument.
import { strings } from './strings';
import { chosenZone } from './zone-choice';

const FORMATTERS = new Map<string, Intl.DateTimeFormat>();

/** Returns a cached formatter. Formatters are slow to create, and lists format thousands of texts. */
export function formatter(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = zone + JSON.stringify(options);
  let made = FORMATTERS.get(key);
  if (!made) {
    try {
      made = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone });
    } catch {
      // The browser does not know the zone, for example because the zone is newer.
      made = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
    }
    FORMATTERS.set(key, made);
  }
  return made;
}

/** Returns the user's zone: the selected one, or that of the machine. */
export function ownZone(): string {
  own ??= Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
  return chosenZone() ?? own;
}

let own: string | undefined;

const PARTS_CACHE_MAX = 4_000;
const PARTS_CACHE = new Map<string, Record<string, string>>();

/** Returns the cached parts of an instant. The same instants are rendered every second and on every scroll. */
function parts(instant: string, zone: string): Record<string, string> {
  const key = zone + instant;
  let found = PARTS_CACHE.get(key);
  if (!found) {
    if (PARTS_CACHE.size >= PARTS_CACHE_MAX) PARTS_CACHE.clear();
    found = partsOf(instant, zone);
    PARTS_CACHE.set(key, found);
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

/** Returns the UTC offset, such as `+01:00`, or `Z` for zero. */
export function offset(instant: string, zone: string): string {
  const name = parts(instant, zone)['timeZoneName'] ?? 'GMT';
  const found = /^GMT([+−-])(\d{1,2})(?::(\d{2}))?$/.exec(name);
  if (!found) return 'Z';
  const [, sign, hours, minutes] = found;
  if (Number(hours) === 0 && !minutes) return 'Z';
  return `${sign === '+' ? '+' : '−'}${hours?.padStart(2, '0')}:${minutes ?? '00'}`;
}

/** Formats an instant as `Mon 16 Nov 2026, 09:00:00 +01:00`. */
export function exact(instant: string, zone: string): string {
  const p = parts(instant, zone);
  return `${p['weekday']} ${p['day']} ${p['month']} ${p['year']}, ${p['hour']}:${p['minute']}:${p['second']} ${offset(instant, zone)}`;
}

/**
 * Formats an instant as `16 Nov 09:00`, with seconds if they are not zero, and with the year if it is not the
 * current one. The caller must show the zone next to it.
 */
export function short(instant: string, zone: string, now: number): string {
  const p = parts(instant, zone);
  // Rounded down to 15 minutes, so that the parts come from the cache. A year starts on such a boundary in every
  // zone whose offset is a multiple of 15 minutes.
  const hour = new Date(now - (now % 900_000)).toISOString();
  const year = p['year'] === parts(hour, zone)['year'] ? '' : ` ${p['year']}`;
  const seconds = p['second'] === '00' ? '' : `:${p['second']}`;
  return `${p['day']} ${p['month']}${year} ${p['hour']}:${p['minute']}${seconds}`;
}

/** Formats an instant as `Mon 09:00:00 +01:00`, next to its full date in another zone. */
export function dayAndTime(instant: string, zone: string): string {
  const p = parts(instant, zone);
  return `${p['weekday']} ${p['hour']}:${p['minute']}:${p['second']} ${offset(instant, zone)}`;
}

/** Formats the local time as `09:00:05`. */
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

/** Formats an instant relative to now: `in 5m`, `3h ago`, `now`. */
export function relative(instant: string, now: number): string {
  const seconds = (Date.parse(instant) - now) / 1000;
  const length = Math.abs(seconds);
  if (length < 1) return strings.now;
  const [unit, size] = STEPS.find(([, step]) => length >= step) ?? ['s', 1];
  const text = `${Math.floor(length / size)}${unit}`;
  return seconds > 0 ? strings.inTime(text) : strings.ago(text);
}

/** Returns the time in milliseconds until the relative text of an instant may change. */
export function freshFor(instant: string, now: number): number {
  const length = Math.abs(Date.parse(instant) - now) / 1000;
  if (length < 90) return 1_000;
  return length < 5_400 ? 30_000 : 300_000;
}
