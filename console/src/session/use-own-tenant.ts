// Whoever belongs to one tenant looks at that one, whatever an address or the caller before them had chosen.
import { useEffect } from 'react';
import { chooseTenant, chosenTenant } from '../api/tenant';
import { useWho } from './use-session';

export function useOwnTenant(): void {
  const who = useWho();
  const isElsewhere = who?.reach === 'tenant' && chosenTenant() !== null;
  useEffect(() => {
    if (!isElsewhere) return;
    chooseTenant(null);
    const url = new URL(location.href);
    url.searchParams.delete('tenant');
    location.replace(url);
  }, [isElsewhere]);
}
