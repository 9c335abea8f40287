// The user's time zone for display, stored in this browser. Default: the zone of the machine.
const ZONE_KEY = 'refrain-zone';

function readZone(): string | null {
  try {
    return localStorage.getItem(ZONE_KEY);
  } catch {
    // Without access to storage, the zone of the machine applies.
    return null;
  }
}

// Read once: lists call it thousands of times, and a new choice reloads the page.
const chosen = readZone();

export function chosenZone(): string | null {
  return chosen;
}

export function chooseZone(zone: string | null): void {
  if (zone) localStorage.setItem(ZONE_KEY, zone);
  else localStorage.removeItem(ZONE_KEY);
}
