// Cells of one key. They never contain the key's secret.
import type { Key } from '../../api/keys';
import { GuardedButton } from '../../ui/guarded-button';
import { RelativeTime, ZonedTime } from '../../ui/instant';
import { Phrase } from '../../ui/phrase';
import row from '../../ui/row-link.module.css';
import { StatusBadge } from '../../ui/status-badge';
import { Tags } from '../../ui/tags';
import classes from './keys-page.module.css';
import { strings } from './strings';

const ADMIN = { role: 'admin' } as const;

interface KeyCellsProps {
  apiKey: Key;
  /** Whether the user signed in with this key. */
  isOwn: boolean;
  onAction: (operation: 'rotate' | 'revoke') => void;
}

export function KeyCells({ apiKey, isOwn, onAction }: KeyCellsProps) {
  const { id, note, role, permissions, status, last_used_at, expires_at, old_secret_until, created_by, created_at } = apiKey;
  return (
    <>
      <div role="cell" className={row.name}>
        <strong dir="auto" title={strings.createdBy(created_by)}>
          {note || strings.noNote}
        </strong>
        <small>
          <code>{id}</code>
          {isOwn && strings.yours} · <Phrase text={strings.created} parts={{ time: <RelativeTime at={created_at} /> }} />
        </small>
      </div>
      <div role="cell" className={classes.permissions}>
        <span>{role}</span>
        {permissions.length > 0 && <Tags words={permissions} />}
      </div>
      <div role="cell">
        <StatusBadge state={status} />
      </div>
      <div role="cell">{last_used_at ? <RelativeTime at={last_used_at} /> : <span className={row.quiet}>{strings.neverUsed}</span>}</div>
      <div role="cell" className={classes.expiry}>
        {expires_at ? <ZonedTime at={expires_at} /> : <span className={row.quiet}>{strings.neverExpires}</span>}
        {old_secret_until && (
          <small className={row.quiet}>
            <Phrase text={strings.oldSecret} parts={{ time: <RelativeTime at={old_secret_until} /> }} />
          </small>
        )}
      </div>
      <div role="cell" className={row.act}>
        {status === 'active' && (
          <GuardedButton need={ADMIN} size="compact-xs" variant="default" onClick={() => onAction('rotate')}>
            {strings.rotateDialog}
          </GuardedButton>
        )}
        {status !== 'revoked' && (
          <GuardedButton need={ADMIN} size="compact-xs" variant="default" onClick={() => onAction('revoke')}>
            {strings.revokeDialog}
          </GuardedButton>
        )}
      </div>
    </>
  );
}
