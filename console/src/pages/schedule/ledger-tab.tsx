// Occurrences of the schedule.
import { useInfiniteQuery } from '@tanstack/react-query';
import { runsQuery } from '../../api/schedules';
import { EmptyState } from '../../ui/empty-state';
import { OccurrenceTable } from '../../ui/occurrence/occurrence-table';
import { strings } from './strings';

export function LedgerTab({ id, zone }: { id: string; zone: string }) {
  const query = useInfiniteQuery(runsQuery(id));
  return (
    <OccurrenceTable
      query={query}
      zone={zone}
      empty={
        <EmptyState title={strings.noOccurrences}>{strings.noOccurrencesText}</EmptyState>
      }
    />
  );
}
