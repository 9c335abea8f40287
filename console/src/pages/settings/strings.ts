// Texts of the settings page.

export const strings = {
  title: 'Settings',
  lead: 'This browser, your account, and the server.',
  nodes: 'Nodes',
  alive: (count: number) => `${count} alive`,
  thisServer: 'this server · ',
  node: (version: string, tzdb: string) => `${version} · tz data ${tzdb} · started {time}`,
  server: 'Server',
  loading: 'loading',
  version: 'Version',
  store: 'Store',
  storeValue: (store: string, schema: number) => `${store}, schema ${schema}`,
  tzData: 'Time zone data',
} as const;

export const browserStrings = {
  title: 'This browser',
  theme: 'Theme',
  themes: { auto: 'System', light: 'Light', dark: 'Dark' },
  system: 'System',
  timeZoneDescription: (zone: string) => `For times without a time zone of their own. Now ${zone}.`,
} as const;

export const accountStrings = {
  title: 'Account',
  signedInAs: 'Signed in as',
  role: 'Role',
  permissions: 'Permissions',
  tenant: 'Tenant',
  tenantOfAll: (name: string) => `${name}, access to all tenants`,
  access: 'Access',
  open: 'open (no keys yet)',
  withKey: (key: string) => `key ${key}`,
  withLink: 'one-time link of the first start',
  expires: 'Expires',
  never: 'never',
} as const;

export const configStrings = {
  title: 'Configuration',
  requirement: (text: string) => `${text}.`,
  find: 'Find a setting',
  findPlaceholder: 'Find a setting…',
  onlyCustomized: 'Only customized',
  table: 'Server settings',
  setting: 'Setting',
  value: 'Value',
  source: 'Source',
  noMatch: 'No matching setting.',
  default: 'default',
  file: (name: string, line: string) => `${name}, line ${line}`,
  variable: (name: string) => `variable ${name}`,
  flag: (name: string) => `flag ${name}`,
  custom: 'customized',
} as const;
