// Occurrences of the schedule.
import { useInfiniteQuery } from '@tanstack/react-query';
import { runsQuery } from '../../api/schedules';
import { EmptyState } from '../../ui/empty-state';
import { OccurrenceTable } from '../../ui/occurrence/occurrence-table';

export function LedgerTab({ id, zone }: { id: string; zone: string }) {
  const query = useInfiniteQuery(runsQuery(id));
  return (
    <OccurrenceTable
      query={query}
      zone={zone}
      empty={
        <EmptyState title="No occurrence yet">
          Rows appear shortly before they are due. Every one ends as done, skipped or failed, with a reason.
        </EmptyState>
      }
    />
  );
}
