// Cells of one secret: everything except its value.
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Secret, secrets } from '../../api/secrets';
import { Confirm } from '../../ui/confirm';
import { GuardedButton } from '../../ui/guarded-button';
import { RelativeTime } from '../../ui/instant';
import row from '../../ui/row-link.module.css';
import { common } from '../../ui/strings';
import { strings } from './strings';

export function SecretCells({ secret }: { secret: Secret }) {
  const { name, version, updated_at, encrypted_by } = secret;
  const [isRemoving, setRemoving] = useState(false);
  const client = useQueryClient();
  return (
    <>
      <div role="cell" className={row.name}>
        <Link to="/secrets" search={{ name }}>
          {name}
        </Link>
        <small>
          <code>{strings.placeholderOf(name)}</code>
        </small>
      </div>
      <div role="cell" className={row.above}>
        <RelativeTime at={updated_at} /> <span className={row.quiet}>{strings.version(version)}</span>
      </div>
      <div role="cell">{encrypted_by ? <code>{encrypted_by}</code> : <span className={row.bad}>{strings.unreadable}</span>}</div>
      <div role="cell" className={row.act}>
        <GuardedButton need={{ permission: 'secrets' }} size="compact-xs" variant="default" onClick={() => setRemoving(true)}>
          {common.deleteDialog}
        </GuardedButton>
        {isRemoving && (
          <Confirm
            title={common.deleteTitle(name)}
            verb={common.delete}
            isDangerous
            hasNote={false}
            act={() => secrets.remove(name)}
            onDone={() => void client.invalidateQueries({ queryKey: ['secrets'] })}
            onClose={() => setRemoving(false)}
          >
            {strings.deleteText}
          </Confirm>
        )}
      </div>
    </>
  );
}
