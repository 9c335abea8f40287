// Cells of one key. They never contain the key's secret.
import type { Key } from '../../api/keys';
import { GuardedButton } from '../../ui/guarded-button';
import { RelativeTime, ZonedTime } from '../../ui/instant';
import row from '../../ui/row-link.module.css';
import { StatusBadge } from '../../ui/status-badge';
import { Tags } from '../../ui/tags';
import classes from './keys-page.module.css';

const ADMIN = { role: 'admin' } as const;

interface KeyCellsProps {
  apiKey: Key;
  /** Whether the user signed in with this key. */
  isOwn: boolean;
  onAsk: (what: 'rotate' | 'revoke') => void;
}

export function KeyCells({ apiKey, isOwn, onAsk }: KeyCellsProps) {
  const { id, note, role, permissions, status, last_used_at, expires_at, old_secret_until, created_by, created_at } = apiKey;
  return (
    <>
      <div role="cell" className={row.name}>
        <strong dir="auto" title={`made by ${created_by}`}>{note || 'no note'}</strong>
        <small>
          <code>{id}</code>
          {isOwn && ' · yours'} · made <RelativeTime at={created_at} />
        </small>
      </div>
      <div role="cell" className={classes.may}>
        <span>{role}</span>
        {permissions.length > 0 && <Tags words={permissions} />}
      </div>
      <div role="cell">
        <StatusBadge state={status} />
      </div>
      <div role="cell">{last_used_at ? <RelativeTime at={last_used_at} /> : <span className={row.quiet}>not yet</span>}</div>
      <div role="cell" className={classes.ends}>
        {expires_at ? <ZonedTime at={expires_at} /> : <span className={row.quiet}>never ends</span>}
        {old_secret_until && (
          <small className={row.quiet}>
            its old secret <RelativeTime at={old_secret_until} />
          </small>
        )}
      </div>
      <div role="cell" className={row.act}>
        {status === 'active' && (
          <GuardedButton need={ADMIN} size="compact-xs" variant="default" onClick={() => onAsk('rotate')}>
            Rotate…
          </GuardedButton>
        )}
        {status !== 'revoked' && (
          <GuardedButton need={ADMIN} size="compact-xs" variant="default" onClick={() => onAsk('revoke')}>
            Revoke…
          </GuardedButton>
        )}
      </div>
    </>
  );
}
