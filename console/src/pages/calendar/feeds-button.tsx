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
import { Phrase } from '../../ui/phrase';
import classes from './calendar-page.module.css';
import { feedStrings as strings } from './strings';

interface FeedsProps {
  prefix: string | undefined;
  label: string | undefined;
}

export function FeedsButton(filter: FeedsProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="default" size="xs" leftSection={<IconCalendar />} onClick={() => setIsOpen(true)}>
        {strings.button}
      </Button>
      <Drawer opened={isOpen} onClose={() => setIsOpen(false)} position="right" size="md" title={strings.title}>
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
    return <EmptyState title={strings.empty}>{strings.emptyText}</EmptyState>;
  }
  return (
    <div className={classes.feeds}>
      <p>
        <Phrase text={strings.text} parts={{ header: <code>{strings.header}</code> }} />
      </p>
      <ul aria-label={strings.title}>
        {rows.map(({ id, sentence }) => (
          <li key={id}>
            <div>
              <a href={address(id)} download={fileName(id)}>
                {fileName(id)}
              </a>
              <span>{sentence}</span>
            </div>
            <CopyButton value={new URL(address(id), location.origin).href}>
              {({ copied, copy }) => (
                <Button variant="subtle" size="compact-xs" onClick={copy} aria-label={strings.copyLinkOf(id)}>
                  {copied ? strings.copied : strings.copyLink}
                </Button>
              )}
            </CopyButton>
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button variant="default" size="xs" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {strings.more}
        </Button>
      )}
    </div>
  );
}

function fileName(id: string): string {
  return `${id}.ics`;
}

function address(id: string): string {
  const tenant = tenantQuery().toString();
  return `/v1/schedules/${encodeURIComponent(id)}/calendar.ics${tenant && `?${tenant}`}`;
}
