// Maps an event to the queries it invalidates.
import type { QueryKey } from '@tanstack/react-query';
import type { ServerEvent } from './stream';

export function invalidatedKeys(serverEvent: ServerEvent): QueryKey[] {
  const own: QueryKey[] = serverEvent.schedule ? [['schedule', serverEvent.schedule]] : [];
  switch (serverEvent.kind) {
    case 'started':
      return [...own, ['occurrences'], ['stats']];
    case 'completed':
    case 'retried':
    case 'gap':
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
