// The user's time zone for display, stored in this browser. Default: the zone of the machine.
const KEPT = 'refrain-zone';

function kept(): string | null {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    // Without access to storage, the zone of the machine applies.
    return null;
  }
}

// Read once: lists call it thousands of times, and a new choice reloads the page.
const chosen = kept();

export function chosenZone(): string | null {
  return chosen;
}

export function chooseZone(zone: string | null): void {
  if (zone) localStorage.setItem(KEPT, zone);
  else localStorage.removeItem(KEPT);
}
