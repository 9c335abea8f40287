// Options of the policies, each with a one-line description.
import { policyStrings as strings } from './strings';

interface Option<V extends string> {
  value: V;
  label: string;
  description: string;
}

/** Returns an option per description. The label is the value itself, unless it has a name. */
function options<V extends string>(descriptions: Record<V, string>, names?: Record<V, string>): Option<V>[] {
  return (Object.entries(descriptions) as [V, string][]).map(([value, description]) => ({ value, label: names?.[value] ?? value, description }));
}

export const OVERLAPS = options(strings.overlaps, strings.overlapNames);
export const CATCH_UPS = options(strings.catchUps);
export const PRIORITIES = options(strings.priorities);
export const DELIVERIES = options(strings.deliveries, strings.deliveryNames);
