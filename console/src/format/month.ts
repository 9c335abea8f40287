// Month grids with weeks that start on Monday.

export interface Month {
  /** Year and month, such as `2026-11`. */
  key: string;
  title: string;
  /** Days such as `2026-11-16`; undefined for cells of another month. */
  weeks: (string | undefined)[][];
}

/** Returns the date of an instant in a zone, such as `2026-11-16`. */
export function dayOf(instant: string, zone: string): string {
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(new Date(instant));
  } catch {
    // The browser does not know the zone.
    return instant.slice(0, 10);
  }
}

/** Returns the month of a day, as weeks. */
export function monthOf(day: string): Month {
  const [year = 2000, month = 1] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1, 1));
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const lead = (first.getUTCDay() + 6) % 7;
  const key = day.slice(0, 7);
  const cells = [
    ...Array.from({ length: lead }, () => undefined),
    ...Array.from({ length }, (_, index) => `${key}-${String(index + 1).padStart(2, '0')}`),
  ];
  const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) => Array.from({ length: 7 }, (_none, place) => cells[week * 7 + place]));
  const title = first.toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return { key, title, weeks };
}

/** Returns the first `max` distinct months of the given days. */
export function monthsOf(days: string[], max: number): Month[] {
  return [...new Set(days.map((day) => day.slice(0, 7)))].slice(0, max).map((key) => monthOf(`${key}-01`));
}
