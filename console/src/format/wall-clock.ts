// Between an instant and what a clock on the wall of a zone shows then, for pickers that know no zones.

const SECOND_MS = 1_000;

function shown(instant: number, zone: string): number {
  const options = { hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
  const found = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone }).formatToParts(instant);
  const part = (type: string) => Number(found.find((each) => each.type === type)?.value);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/** `2026-11-16 09:00:00` */
export function toWallClock(instant: string, zone: string): string {
  const at = Date.parse(instant);
  return new Date(Number.isNaN(at) ? 0 : shown(at, zone)).toISOString().slice(0, 19).replace('T', ' ');
}

/** The instant at which the clock shows so. Where it shows it twice the first; where never, the time after the gap. */
export function fromWallClock(text: string, zone: string): string {
  const wanted = Date.parse(`${text.replace(' ', 'T')}Z`);
  // The offset a day before and a day after: one of the two holds at the instant, or the time lies in the gap between them.
  const day = 24 * 3_600 * SECOND_MS;
  const before = shown(wanted - day, zone) - (wanted - day);
  const after = shown(wanted + day, zone) - (wanted + day);
  const fitting = [wanted - before, wanted - after].filter((at) => shown(at, zone) === wanted);
  const at = fitting.length > 0 ? Math.min(...fitting) : wanted - before;
  return new Date(at).toISOString().replace('.000Z', 'Z');
}
