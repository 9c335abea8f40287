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
import { PermissionRequired } from '../../ui/permission-required';
import { PageHead } from '../../ui/page-head';
import { CreateDialog } from './create-dialog';
import { KeyCells } from './key-cells';
import classes from './keys-page.module.css';
import { RevokeDialog } from './revoke-dialog';
import { RotateDialog } from './rotate-dialog';

const route = getRouteApi('/shell/keys');
const ADMIN = { role: 'admin' } as const;
const REACHES = [
  { value: 'tenant', label: 'This tenant' },
  { value: 'all', label: 'The whole server' },
];

export function KeysPage() {
  const { allowed } = usePermission(ADMIN);
  const isKnown = useCaller() !== undefined;
  if (isKnown && !allowed) {
    return (
      <PermissionRequired title="Keys" need={ADMIN}>
        Keys say who may come in and what they may do.
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
  const [operation, setOperation] = useState<{ what: 'rotate' | 'revoke'; key: Key }>();
  const close = () => setOperation(undefined);
  return (
    <>
      <PageHead
        title="Keys"
        lead="Who may come in, and what they may do. A key is shown once, when it is made."
        actions={
          <GuardedButton need={ADMIN} leftSection={<IconPlus />} onClick={() => void navigate({ search: { reach, add: 'key' } })}>
            New key
          </GuardedButton>
        }
      />
      {who?.reach === 'all' && (
        <div className={filters.filters}>
          <SegmentedControl
            size="xs"
            aria-label="Whose keys"
            data={REACHES}
            value={reach}
            onChange={(value) => void navigate({ search: { reach: value === 'all' ? 'all' : undefined }, replace: true })}
          />
        </div>
      )}
      <ListTable
        label="Keys"
        query={query}
        columns={['Key', 'May', 'Status', 'Last used', 'Ends', '']}
        grid={classes.grid}
        rowKey={(key) => key.id}
        renderCells={(key) => <KeyCells apiKey={key} isOwn={key.id === who?.key} onAsk={(what) => setOperation({ what, key })} />}
        empty={
          <EmptyState title="No key yet">
            {who?.mode === 'open'
              ? 'Whoever reaches this machine may do everything. The first key closes the server: from then on every request needs one.'
              : 'Keys let programs and people in, each with a role and an end. There is none here; those of the whole server reach this tenant too.'}
          </EmptyState>
        }
      />
      {add && who && <CreateDialog who={who} onClose={() => void navigate({ search: { reach } })} />}
      {operation?.what === 'rotate' && <RotateDialog apiKey={operation.key} onClose={close} />}
      {operation?.what === 'revoke' && <RevokeDialog apiKey={operation.key} isOwn={operation.key.id === who?.key} onClose={close} />}
    </>
  );
}
