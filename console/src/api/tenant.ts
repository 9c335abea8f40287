// Which tenant the console looks at. Only callers who may see all of them have a choice. Each tab keeps its own; a new one begins with
// the last that was chosen, or with the one that its address names.
const KEPT = 'refrain-tenant';
const RECENT = 'refrain-tenants';
const RECENT_MAX = 8;
const NAME = /^[A-Za-z0-9_.-]{1,128}(\/[A-Za-z0-9_.-]{1,128})?$/;

// Read once: whatever is on the page belongs to it, and another choice begins the page anew.
const chosen = remembered();

function remembered(): string | null {
  try {
    const named = new URLSearchParams(location.search).get('tenant')?.replaceAll('"', '');
    if (named && NAME.test(named)) {
      sessionStorage.setItem(KEPT, named);
      return named;
    }
    const ofTab = sessionStorage.getItem(KEPT);
    return (ofTab ?? localStorage.getItem(KEPT)) || null;
  } catch {
    return null;
  }
}

export function chosenTenant(): string | null {
  return chosen;
}

/** Those that were looked at of late. */
export function recentTenants(): string[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(RECENT) ?? '[]');
    return Array.isArray(read) ? read.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}

/** Looks at another one, once the page begins anew. */
export function chooseTenant(name: string | null): void {
  sessionStorage.setItem(KEPT, name ?? '');
  if (!name) return localStorage.removeItem(KEPT);
  localStorage.setItem(KEPT, name);
  localStorage.setItem(RECENT, JSON.stringify([name, ...recentTenants().filter((each) => each !== name)].slice(0, RECENT_MAX)));
}

/** Whether a text can be the name of a tenant: `acme`, or `namespace/acme`. */
export function isTenantName(text: string): boolean {
  return NAME.test(text);
}

/** The address of this page for someone else, who then looks at the same tenant. */
export function linkToHere(): string {
  const url = new URL(location.href);
  if (chosen) url.searchParams.set('tenant', chosen);
  return url.href;
}

/** The same choice in a query, for what cannot send headers. */
export function tenantQuery(): URLSearchParams {
  if (!chosen) return new URLSearchParams();
  const [namespace, tenant] = chosen.includes('/') ? chosen.split('/', 2) : ['default', chosen];
  return new URLSearchParams({ namespace: namespace ?? 'default', tenant: tenant ?? 'default' });
}
