// Values of fields that have no type in JavaScript.

/** An instant: a `Date`, or a text such as `2026-03-29T01:00:00Z`. Responses contain texts. */
export type Instant = Date | string;

/** A length of time: a number of seconds, or a text such as `1h 30m`. Responses contain texts. */
export type Duration = number | string;

/** A version of a resource: its revision, or an entity tag. */
export type Version = number | string;

const DURATION = /^(?=\d)(?:(\d+)h ?)?(?:(\d+)m ?)?(?:(\d+)s)?$/;

/** Returns the number of seconds of a length of time such as `1h 30m`. */
export function seconds(length: Duration): number {
  if (typeof length === 'number') return length;
  const match = DURATION.exec(length);
  if (!match) throw new RangeError(`expected a length of time such as "90s" or "1h 30m", found "${length}"`);
  const [hours, minutes, rest] = match.slice(1).map((count) => Number(count ?? 0));
  return (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (rest ?? 0);
}
