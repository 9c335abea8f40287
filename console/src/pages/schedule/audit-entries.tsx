// Audit entries of one schedule, filtered from the tenant's audit log.
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { auditQuery } from '../../api/audit';
import { asProblem } from '../../api/problem';
import { ErrorPanel } from '../../ui/error-panel';
import { RelativeTime } from '../../ui/instant';
import { Panel } from '../../ui/panel';
import classes from './history-tab.module.css';
import { strings } from './strings';

export function AuditEntries({ id }: { id: string }) {
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(auditQuery);
  if (error) return <ErrorPanel problem={asProblem(error)} />;
  const loaded = data?.pages.flatMap(({ items }) => items) ?? [];
  const matching = loaded.filter(({ object }) => object === `schedule/${id}`);
  return (
    <Panel title={strings.audit} beside={<span className={classes.quiet}>{strings.auditRange(loaded.length)}</span>} flush>
      <ol className={classes.entries}>
        {matching.map((entry) => (
          <li key={entry.seq}>
            <strong>{entry.action}</strong>
            <span>{entry.actor}</span>
            <span dir="auto">{entry.reason}</span>
            <RelativeTime at={entry.at} />
          </li>
        ))}
      </ol>
      {data && matching.length === 0 && <p className={classes.none}>{strings.noAuditEntries}</p>}
      {hasNextPage && (
        <Button variant="subtle" size="xs" className={classes.further} loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {strings.loadOlder}
        </Button>
      )}
    </Panel>
  );
}
