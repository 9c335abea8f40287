// List of secrets by name. Values can be written but never read.
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { secretsQuery } from '../../api/secrets';
import { usePermission, useCaller } from '../../session/use-session';
import { EmptyState } from '../../ui/empty-state';
import { GuardedButton } from '../../ui/guarded-button';
import { IconPlus } from '../../ui/icons';
import { ListTable } from '../../ui/list-table';
import { PageHead } from '../../ui/page-head';
import { PermissionRequired } from '../../ui/permission-required';
import { Phrase } from '../../ui/phrase';
import { ReencryptButton } from './reencrypt-button';
import { SecretCells } from './secret-cells';
import { SecretDialog } from './secret-dialog';
import classes from './secrets-page.module.css';
import { strings } from './strings';

const route = getRouteApi('/shell/secrets');
const NEED = { permission: 'secrets' } as const;

export function SecretsPage() {
  const { allowed } = usePermission(NEED);
  const isKnown = useCaller() !== undefined;
  if (isKnown && !allowed) {
    return (
      <PermissionRequired title={strings.title} need={NEED}>
        {strings.permissionText}
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
        title={strings.title}
        lead={<Phrase text={strings.lead} parts={{ placeholder: <code>{strings.placeholder}</code> }} />}
        actions={
          <>
            <ReencryptButton />
            <GuardedButton need={NEED} leftSection={<IconPlus />} onClick={() => void navigate({ search: { add: 'secret' } })}>
              {strings.new}
            </GuardedButton>
          </>
        }
      />
      <ListTable
        label={strings.title}
        query={query}
        columns={strings.columns}
        grid={classes.grid}
        rowKey={(secret) => secret.name}
        renderCells={(secret) => <SecretCells secret={secret} />}
        empty={
          <EmptyState title={strings.empty}>
            <Phrase text={strings.emptyText} parts={{ placeholder: <code>{strings.placeholder}</code> }} />
          </EmptyState>
        }
      />
      {(name !== undefined || add) && <SecretDialog name={name} onClose={close} />}
    </>
  );
}
