// Common props of all calendar views.
import type { CivilDate } from '../../format/day';
import type { DayPlan, Mark } from '../../format/marks';

export interface ViewProps {
  dates: CivilDate[];
  /** The date in the URL. */
  date: CivilDate;
  today: CivilDate;
  zone: string;
  plans: Map<CivilDate, DayPlan>;
  marks: Mark[];
  now: number;
}

export const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

export function hourText(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}
