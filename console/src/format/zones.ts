// The zones this browser knows. The server's own list may be newer, so a stored name is kept even if it is not among them.

export function zoneNames(stored: string): string[] {
  const known = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')];
  return known.includes(stored) ? known : [stored, ...known];
}
