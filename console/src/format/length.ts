// Formats durations and numbers.

/** Formats a duration: `850 ms`, `4.2 s`, `3 min 05 s`, `2 h 10 min`. */
export function length(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1_000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${String(Math.floor(seconds % 60)).padStart(2, '0')} s`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** Formats the duration between two instants. Returns undefined if one of them is missing. */
export function durationBetween(from: string | null | undefined, to: string | null | undefined): string | undefined {
  return from && to ? length(Math.max(0, Date.parse(to) - Date.parse(from))) : undefined;
}

const WHOLE = new Intl.NumberFormat('en-GB');

export function whole(count: number): string {
  return WHOLE.format(count);
}

/** Formats a count. A count that stopped early has a plus sign: `500+`. */
export function counted({ count, is_cut }: { count: number; is_cut: boolean }): string {
  return is_cut ? `${whole(count)}+` : whole(count);
}

/** Formats a count with its noun: `1 run`, `2 runs`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${whole(count)} ${count === 1 ? one : many}`;
}
