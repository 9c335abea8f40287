// Texts of the frame around every page: navigation, search, account and connection.

export const strings = {
  product: 'Refrain',
  home: 'Refrain, overview',
  skip: 'Skip to content',
  pages: 'Pages',
  allPages: 'All pages',
  more: 'More',
  apiReference: 'API reference',
  search: 'Search',
  searchButton: 'Search or jump to…',
  searchPlaceholder: 'Search pages, actions and schedules',
  noResults: 'No results',
  pagesAndActions: 'Pages and actions',
  schedules: 'Schedules',
  lightTheme: 'Light theme',
  darkTheme: 'Dark theme',
} as const;

export const accountStrings = {
  account: 'Account',
  noKeys: 'No keys yet',
  noKeysText: 'Anyone who can reach this server has full access.',
  unknown: 'Unknown',
  noRole: 'no role',
  allTenants: 'all tenants',
  copyLink: 'Copy link to this page',
  copied: 'Link copied. It includes the tenant.',
  notCopied: 'Link not copied',
  notCopiedText: 'The browser allows copying only over HTTPS or on localhost.',
  settings: 'Settings',
  signOut: 'Sign out',
} as const;

export const tenantStrings = {
  tenant: 'Tenant',
  default: 'default',
  placeholder: 'default/default',
  invalid: 'Use letters, digits, _, . and -, such as acme or namespace/acme',
  switch: 'Switch',
  current: (name: string) => `Tenant ${name}, switch tenant`,
} as const;

export const connectionStrings = {
  offline: 'Connection lost. Retrying…',
  offlineText: 'Data may be out of date; your edits are safe.',
  open: { word: 'Live', description: 'This page updates live.' },
  waiting: { word: 'Reconnecting', description: 'The server can’t be reached. Data may be out of date; the page keeps retrying.' },
  closed: { word: 'Paused', description: 'Live updates pause while the tab is in the background.' },
} as const;

export const navStrings = {
  groups: { work: 'Work', controls: 'Controls', admin: 'Admin' },
  overview: { label: 'Overview', description: 'System health' },
  schedules: { label: 'Schedules', description: 'All schedules' },
  calendar: { label: 'Calendar', description: 'Past and upcoming runs' },
  ledger: { label: 'Ledger', description: 'All occurrences with their results and reasons' },
  deadLetters: { label: 'Dead letters', description: 'Runs and work items that exhausted their retries' },
  queues: { label: 'Work queues', description: 'Work items of your own workers' },
  rules: { label: 'Rules', description: 'Dispatch rules: allow, stop, delay or change actions' },
  holds: { label: 'Holds', description: 'Holds and quotas' },
  calendars: { label: 'Days off', description: 'Calendars of holidays and weekends' },
  providers: { label: 'Providers', description: 'Delivery channels and circuit breakers' },
  keys: { label: 'Keys', description: 'API keys and access' },
  secrets: { label: 'Secrets', description: 'Tokens and passwords used in actions' },
  alerts: { label: 'Alerts', description: 'Notification rules' },
  audit: { label: 'Audit', description: 'Log of all changes' },
  settings: { label: 'Settings', description: 'Theme, time zone, server, nodes and configuration' },
} as const;

export const commandStrings = {
  newSchedule: { label: 'New schedule', description: 'Define when to run and what to send' },
  pausedSchedules: { label: 'Paused schedules' },
  upcoming: { label: 'Upcoming runs' },
  failed: { label: 'Failed runs' },
  newRule: { label: 'New rule', description: 'Stop, throttle, change or reroute actions' },
  newCalendar: { label: 'New calendar', description: 'Holidays and weekends' },
  enqueue: { label: 'Enqueue work item', description: 'Put a work item into a queue' },
  newKey: { label: 'New key', description: 'Create an API key' },
  newSecret: { label: 'New secret', description: 'Store a token or password' },
  newAlert: { label: 'New alert', description: 'Get notified about failures' },
  newHold: { label: 'New hold', description: 'Stop selected schedules for a while' },
} as const;
