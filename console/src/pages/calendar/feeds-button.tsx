// Upcoming occurrences of each schedule as an iCalendar file.
import { Button, CopyButton, Drawer } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { asProblem } from '../../api/problem';
import { schedulesQuery } from '../../api/schedules';
import { tenantQuery } from '../../api/tenant';
import { EmptyState } from '../../ui/empty-state';
import { ErrorPanel } from '../../ui/error-panel';
import { IconCalendar } from '../../ui/icons';
import classes from './calendar-page.module.css';

interface FeedsProps {
  prefix: string | undefined;
  label: string | undefined;
}

export function FeedsButton(filter: FeedsProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="default" size="xs" leftSection={<IconCalendar />} onClick={() => setIsOpen(true)}>
        iCalendar
      </Button>
      <Drawer opened={isOpen} onClose={() => setIsOpen(false)} position="right" size="md" title="iCalendar files" closeButtonProps={{ 'aria-label': 'Close' }}>
        {isOpen && <Feeds {...filter} />}
      </Drawer>
    </>
  );
}

function Feeds(filter: FeedsProps) {
  const query = useInfiniteQuery(schedulesQuery({ ...filter, status: 'active' }));
  const rows = query.data?.pages.flatMap((page) => page.items) ?? [];
  if (query.error) return <ErrorPanel problem={asProblem(query.error)} />;
  if (query.data && rows.length === 0 && !query.hasNextPage) {
    return <EmptyState title="No active schedule matches">A file holds the next runs of one schedule. Take a filter away to see more of them.</EmptyState>;
  }
  return (
    <div className={classes.feeds}>
      <p>
        Each file holds the next 50 runs of a schedule. A calendar program that reads it again and again must send a key: a header{' '}
        <code>Authorization: Bearer …</code>. On a server without keys the link alone is enough.
      </p>
      <ul aria-label="iCalendar files">
        {rows.map(({ id, sentence }) => (
          <li key={id}>
            <div>
              <a href={address(id)} download={`${id}.ics`}>
                {id}.ics
              </a>
              <span>{sentence}</span>
            </div>
            <CopyButton value={new URL(address(id), location.origin).href}>
              {({ copied, copy }) => (
                <Button variant="subtle" size="compact-xs" onClick={copy} aria-label={`Copy the link of ${id}`}>
                  {copied ? 'Copied' : 'Copy link'}
                </Button>
              )}
            </CopyButton>
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button variant="default" size="xs" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          More
        </Button>
      )}
    </div>
  );
}

function address(id: string): string {
  const tenant = tenantQuery().toString();
  return `/v1/schedules/${encodeURIComponent(id)}/calendar.ics${tenant && `?${tenant}`}`;
}
