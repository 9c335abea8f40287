// Banner shown while the server is unreachable. It also says that waiting loses no data.
import { useEffect, useState } from 'react';
import { useConnectionState } from '../../events/use-events';
import classes from './offline-banner.module.css';
import { connectionStrings } from './strings';

/**
 * Delay before the banner appears. A new page has no connection yet, and a lost connection often returns
 * immediately.
 */
const SHOW_AFTER_MS = 2_000;

export function OfflineBanner() {
  const link = useConnectionState();
  const [isOffline, setOffline] = useState(false);
  useEffect(() => {
    if (link !== 'waiting') return undefined;
    const timer = setTimeout(() => setOffline(true), SHOW_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setOffline(false);
    };
  }, [link]);
  if (!isOffline) return null;
  return (
    <div className={classes.banner} role="alert">
      <strong>{connectionStrings.offline}</strong> {connectionStrings.offlineText}
    </div>
  );
}
