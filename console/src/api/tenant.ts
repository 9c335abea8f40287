// The selected tenant. Only callers with access to all tenants can choose. Each tab keeps its own choice; a new
// tab starts with the last choice, or with the tenant in its URL.
const TENANT_KEY = 'refrain-tenant';
const RECENT_TENANTS_KEY = 'refrain-tenants';
const RECENT_MAX = 8;
const NAME = /^[A-Za-z0-9_.-]{1,128}(\/[A-Za-z0-9_.-]{1,128})?$/;

// Read once: all data on the page belongs to this tenant, and a new choice reloads the page.
const chosen = readTenant();

function readTenant(): string | null {
  try {
    const named = new URLSearchParams(location.search).get('tenant')?.replaceAll('"', '');
    if (named && NAME.test(named)) {
      sessionStorage.setItem(TENANT_KEY, named);
      return named;
    }
    const ofTab = sessionStorage.getItem(TENANT_KEY);
    return (ofTab ?? localStorage.getItem(TENANT_KEY)) || null;
  } catch {
    return null;
  }
}

export function chosenTenant(): string | null {
  return chosen;
}

/** Recently selected tenants. */
export function recentTenants(): string[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(RECENT_TENANTS_KEY) ?? '[]');
    return Array.isArray(read) ? read.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}

/** Selects another tenant. The choice takes effect when the page is reloaded. */
export function chooseTenant(name: string | null): void {
  sessionStorage.setItem(TENANT_KEY, name ?? '');
  if (!name) return localStorage.removeItem(TENANT_KEY);
  localStorage.setItem(TENANT_KEY, name);
  localStorage.setItem(RECENT_TENANTS_KEY, JSON.stringify([name, ...recentTenants().filter((each) => each !== name)].slice(0, RECENT_MAX)));
}

/** Whether a text is a valid tenant name: `acme` or `namespace/acme`. */
export function isTenantName(text: string): boolean {
  return NAME.test(text);
}

/** Returns the URL of this page including the tenant, for sharing. */
export function linkToHere(): string {
  const url = new URL(location.href);
  if (chosen) url.searchParams.set('tenant', chosen);
  return url.href;
}

/** Returns the selected tenant as query parameters, for requests that cannot send headers. */
export function tenantQuery(): URLSearchParams {
  if (!chosen) return new URLSearchParams();
  const [namespace, tenant] = chosen.includes('/') ? chosen.split('/', 2) : ['default', chosen];
  return new URLSearchParams({ namespace: namespace ?? 'default', tenant: tenant ?? 'default' });
}
