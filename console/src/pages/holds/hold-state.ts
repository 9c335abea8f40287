// State of a hold at an instant. A hold covers occurrences due from its start (inclusive) to its end (exclusive).
import type { Hold } from '../../api/controls';

export type HoldState = 'in_force' | 'to_come' | 'over';

export function holdState({ from, until }: Pick<Hold, 'from' | 'until'>, now: number): HoldState {
  if (until && Date.parse(until) <= now) return 'over';
  return from && Date.parse(from) > now ? 'to_come' : 'in_force';
}
