// Maps an event to the queries it invalidates.
import type { QueryKey } from '@tanstack/react-query';
import type { Told } from './stream';

export function staleAfter(told: Told): QueryKey[] {
  const own: QueryKey[] = told.schedule ? [['schedule', told.schedule]] : [];
  switch (told.kind) {
    case 'started':
      return [...own, ['occurrences'], ['stats']];
    case 'ended':
    case 'retried':
    case 'folded':
      return [...own, ['occurrences'], ['stats'], ['schedules'], ['dead-letters']];
    case 'planned':
      return [...own, ['occurrences'], ['schedules']];
    case 'finished':
    case 'alarm':
      return [...own, ['schedules'], ['stats'], ['stale']];
    case 'dispatched':
    case 'logged':
      return [];
  }
}
