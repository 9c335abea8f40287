// List of API keys: role, expiry and last use.
import { SegmentedControl } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { type Key, keysQuery } from '../../api/keys';
import { usePermission, useCaller } from '../../session/use-session';
import { EmptyState } from '../../ui/empty-state';
import filters from '../../ui/filters.module.css';
import { GuardedButton } from '../../ui/guarded-button';
import { IconPlus } from '../../ui/icons';
import { ListTable } from '../../ui/list-table';
import { PageHead } from '../../ui/page-head';
import { PermissionRequired } from '../../ui/permission-required';
import { CreateDialog } from './create-dialog';
import { KeyCells } from './key-cells';
import classes from './keys-page.module.css';
import { RevokeDialog } from './revoke-dialog';
import { RotateDialog } from './rotate-dialog';
import { strings } from './strings';

const route = getRouteApi('/shell/keys');
const ADMIN = { role: 'admin' } as const;
const REACHES = [
  { value: 'tenant', label: strings.reaches.tenant },
  { value: 'all', label: strings.reaches.all },
];

export function KeysPage() {
  const { allowed } = usePermission(ADMIN);
  const isKnown = useCaller() !== undefined;
  if (isKnown && !allowed) {
    return (
      <PermissionRequired title={strings.title} need={ADMIN}>
        {strings.adminText}
      </PermissionRequired>
    );
  }
  return <Keys />;
}

function Keys() {
  const { reach = 'tenant', add } = route.useSearch();
  const navigate = route.useNavigate();
  const who = useCaller();
  const query = useInfiniteQuery({ ...keysQuery(reach), enabled: who !== undefined });
  const [operation, setOperation] = useState<{ kind: 'rotate' | 'revoke'; key: Key }>();
  const close = () => setOperation(undefined);
  return (
    <>
      <PageHead
        title={strings.title}
        lead={strings.lead}
        actions={
          <GuardedButton need={ADMIN} leftSection={<IconPlus />} onClick={() => void navigate({ search: { reach, add: 'key' } })}>
            {strings.new}
          </GuardedButton>
        }
      />
      {who?.reach === 'all' && (
        <div className={filters.filters}>
          <SegmentedControl
            size="xs"
            aria-label={strings.keysOf}
            data={REACHES}
            value={reach}
            onChange={(value) => void navigate({ search: { reach: value === 'all' ? 'all' : undefined }, replace: true })}
          />
        </div>
      )}
      <ListTable
        label={strings.title}
        query={query}
        columns={strings.columns}
        grid={classes.grid}
        rowKey={(key) => key.id}
        renderCells={(key) => <KeyCells apiKey={key} isOwn={key.id === who?.key} onAction={(kind) => setOperation({ kind, key })} />}
        empty={
          <EmptyState title={strings.empty}>{who?.mode === 'open' ? strings.emptyOpenText : strings.emptyText}</EmptyState>
        }
      />
      {add && who && <CreateDialog who={who} onClose={() => void navigate({ search: { reach } })} />}
      {operation?.kind === 'rotate' && <RotateDialog apiKey={operation.key} onClose={close} />}
      {operation?.kind === 'revoke' && <RevokeDialog apiKey={operation.key} isOwn={operation.key.id === who?.key} onClose={close} />}
    </>
  );
}
