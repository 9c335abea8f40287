// The zone in which whoever looks wants to see times, kept in this browser; that of their machine when they chose none.
const KEPT = 'refrain-zone';

function kept(): string | null {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    // A browser that keeps nothing shows its own zone.
    return null;
  }
}

// Read once: lists ask thousands of times, and a new choice begins the page anew.
const chosen = kept();

export function chosenZone(): string | null {
  return chosen;
}

export function chooseZone(zone: string | null): void {
  if (zone) localStorage.setItem(KEPT, zone);
  else localStorage.removeItem(KEPT);
}
