// List of secrets by name. Values can be written but never read.
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { secretsQuery } from '../../api/secrets';
import { usePermission, useCaller } from '../../session/use-session';
import { EmptyState } from '../../ui/empty-state';
import { GuardedButton } from '../../ui/guarded-button';
import { IconPlus } from '../../ui/icons';
import { ListTable } from '../../ui/list-table';
import { PermissionRequired } from '../../ui/permission-required';
import { PageHead } from '../../ui/page-head';
import { ReencryptButton } from './reencrypt-button';
import { SecretCells } from './secret-cells';
import { SecretDialog } from './secret-dialog';
import classes from './secrets-page.module.css';

const route = getRouteApi('/shell/secrets');
const NEED = { permission: 'secrets' } as const;

export function SecretsPage() {
  const { allowed } = usePermission(NEED);
  const isKnown = useCaller() !== undefined;
  if (isKnown && !allowed) {
    return (
      <PermissionRequired title="Secrets" need={NEED}>
        Secrets are tokens and passwords that are filled in when something is sent. Even their names are shown only to those who may write them.
      </PermissionRequired>
    );
  }
  return <Secrets isKnown={isKnown} />;
}

function Secrets({ isKnown }: { isKnown: boolean }) {
  const { name, add } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useInfiniteQuery({ ...secretsQuery, enabled: isKnown });
  const close = () => void navigate({ search: {} });
  return (
    <>
      <PageHead
        title="Secrets"
        lead={
          <>
            Filled in for <code>{'{{secret.name}}'}</code> when something is sent. Nothing gives a value back.
          </>
        }
        actions={
          <>
            <ReencryptButton />
            <GuardedButton need={NEED} leftSection={<IconPlus />} onClick={() => void navigate({ search: { add: 'secret' } })}>
              New secret
            </GuardedButton>
          </>
        }
      />
      <ListTable
        label="Secrets"
        query={query}
        columns={['Secret', 'Written', 'Sealed by', '']}
        grid={classes.grid}
        rowKey={(secret) => secret.name}
        renderCells={(secret) => <SecretCells secret={secret} />}
        empty={
          <EmptyState title="No secret yet">
            Keep a token here, and write <code>{'{{secret.name}}'}</code> where it belongs: in a header, a URL or a payload. It is sealed in the store, and
            never in logs, previews or answers.
          </EmptyState>
        }
      />
      {(name !== undefined || add) && <SecretDialog name={name} onClose={close} />}
    </>
  );
}
