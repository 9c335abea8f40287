// The audit log, newest entry first, with verification of its hash chain.
import { useInfiniteQuery } from '@tanstack/react-query';
import { auditQuery } from '../../api/audit';
import { EmptyState } from '../../ui/empty-state';
import { PageHead } from '../../ui/page-head';
import { VirtualTable } from '../../ui/virtual-table';
import classes from './audit-page.module.css';
import { EntryCells } from './entry-cells';
import { strings } from './strings';
import { VerifyButton } from './verify-button';

export function AuditPage() {
  const query = useInfiniteQuery(auditQuery);
  return (
    <>
      <PageHead title={strings.title} lead={strings.lead} actions={<VerifyButton />} />
      <VirtualTable
        label={strings.title}
        query={query}
        columns={strings.columns}
        grid={classes.grid}
        rowKey={(entry) => entry.seq}
        renderCells={(entry) => <EntryCells entry={entry} />}
        rowHeight={{ wide: 44, narrow: 72 }}
        empty={<EmptyState title={strings.empty}>{strings.emptyText}</EmptyState>}
      />
    </>
  );
}
