// The time zones known to this browser. The server's list may be newer and also contains older names. So a stored
// name is kept even if it is not in the list, and any text that looks like a zone can be typed. The server
// validates it.

/** Matches `US/Eastern`, `EST5EDT`, `+05:30`. */
const ZONE_PATTERN = /^(?:[A-Z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)+|[A-Z]{3}[A-Z0-9]*|[+-]\d{2}:\d{2})$/;

export function zoneNames(stored: string, typed = ''): string[] {
  const known = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')];
  const others = [stored, typed.trim()].filter((name) => !known.includes(name) && (name === stored || ZONE_PATTERN.test(name)));
  return [...new Set(others), ...known];
}
