// Which tenant the console looks at. Only callers who may see all of them have a choice; it is kept in this browser.
const KEPT = 'refrain-tenant';

export function chosenTenant(): string | null {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

export function chooseTenant(name: string | null): void {
  if (name) localStorage.setItem(KEPT, name);
  else localStorage.removeItem(KEPT);
}

/** The same choice in a query, for what cannot send headers. */
export function tenantQuery(): URLSearchParams {
  const chosen = chosenTenant();
  if (!chosen) return new URLSearchParams();
  const [namespace, tenant] = chosen.includes('/') ? chosen.split('/', 2) : ['default', chosen];
  return new URLSearchParams({ namespace: namespace ?? 'default', tenant: tenant ?? 'default' });
}
