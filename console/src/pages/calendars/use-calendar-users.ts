// Schedules that use a calendar, within the result of one request.
import { useQuery } from '@tanstack/react-query';
import type { Schedule } from '../../api/schedules';
import { FIRST_ROWS, firstSchedulesQuery } from '../../api/some-schedules';

export function useCalendarUsers(): { usersOf: (name: string) => Schedule[]; seenMax: number | undefined } {
  const { data } = useQuery(firstSchedulesQuery);
  const usersOf = (name: string) => data?.items.filter(({ spec }) => spec?.calendars?.some((use) => use.name === name)) ?? [];
  return { usersOf, seenMax: data?.next_cursor ? FIRST_ROWS : undefined };
}
