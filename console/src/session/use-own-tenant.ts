// Users of a single tenant always see that tenant, regardless of the URL or a previous user's choice.
import { useEffect } from 'react';
import { chooseTenant, chosenTenant } from '../api/tenant';
import { useCaller } from './use-session';

export function useOwnTenant(): void {
  const who = useCaller();
  const isElsewhere = who?.reach === 'tenant' && chosenTenant() !== null;
  useEffect(() => {
    if (!isElsewhere) return;
    chooseTenant(null);
    const url = new URL(location.href);
    url.searchParams.delete('tenant');
    location.replace(url);
  }, [isElsewhere]);
}
