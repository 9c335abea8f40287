// The audit log, newest entry first, with verification of its hash chain.
import { useInfiniteQuery } from '@tanstack/react-query';
import { auditQuery } from '../../api/audit';
import { EmptyState } from '../../ui/empty-state';
import { PageHead } from '../../ui/page-head';
import { VirtualTable } from '../../ui/virtual-table';
import classes from './audit-page.module.css';
import { EntryCells } from './entry-cells';
import { VerifyButton } from './verify-button';

export function AuditPage() {
  const query = useInfiniteQuery(auditQuery);
  return (
    <>
      <PageHead title="Audit" lead="Every change by a person. Each entry holds the hash of the one before it." actions={<VerifyButton />} />
      <VirtualTable
        label="Audit"
        query={query}
        columns={['Change', 'Of', 'By', 'Note', 'When']}
        grid={classes.grid}
        rowKey={(entry) => entry.seq}
        renderCells={(entry) => <EntryCells entry={entry} />}
        rowHeight={{ wide: 44, narrow: 72 }}
        empty={<EmptyState title="Nobody has changed anything yet">Whatever people do to schedules, keys and rules is kept here.</EmptyState>}
      />
    </>
  );
}
