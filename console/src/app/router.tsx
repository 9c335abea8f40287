// All routes. A page is loaded when it is first opened; its state is in the URL.
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { civilDate } from '../format/day';
import { CrashPage } from './crash-page';
import { NotFoundPage } from './not-found-page';
import {
  type AlertsSearch,
  CALENDAR_STATES,
  CALENDAR_VIEWS,
  type CalendarSearch,
  type DaysOffListSearch,
  type DaysOffSearch,
  type DeadLettersSearch,
  type HoldsSearch,
  internalPath,
  type KeysSearch,
  type LedgerSearch,
  numberOf,
  oneOf,
  type ProvidersSearch,
  type QueuesSearch,
  type RulesSearch,
  type ScheduleSearch,
  type SchedulesSearch,
  type SecretsSearch,
  type SettingsSearch,
  type SignInSearch,
  STATES,
  STATUSES,
  TABS,
  text,
  WORK_STATES,
  yearOf,
} from './search';
import { Shell } from './shell/shell';

const root = createRootRoute({ component: Outlet });
const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell });

const overview = createRoute({
  getParentRoute: () => shell,
  path: '/',
  component: lazyRouteComponent(() => import('../pages/overview/overview-page'), 'OverviewPage'),
});

const schedules = createRoute({
  getParentRoute: () => shell,
  path: '/schedules',
  validateSearch: (search: Record<string, unknown>): SchedulesSearch => ({
    status: oneOf(STATUSES, search['status']),
    label: text(search['label']),
    prefix: text(search['prefix']),
    provider: text(search['provider']),
    text: text(search['text']),
  }),
  component: lazyRouteComponent(() => import('../pages/schedules/schedules-page'), 'SchedulesPage'),
});

const schedule = createRoute({
  getParentRoute: () => shell,
  path: '/schedules/$id',
  validateSearch: (search: Record<string, unknown>): ScheduleSearch => ({ tab: oneOf(TABS, search['tab']), at: text(search['at']) }),
  component: lazyRouteComponent(() => import('../pages/schedule/schedule-page'), 'SchedulePage'),
});

const create = createRoute({
  getParentRoute: () => shell,
  path: '/new',
  component: lazyRouteComponent(() => import('../pages/editor/create-page'), 'CreatePage'),
});

const edit = createRoute({
  getParentRoute: () => shell,
  path: '/schedules/$id/edit',
  component: lazyRouteComponent(() => import('../pages/editor/edit-page'), 'EditPage'),
});

const ledger = createRoute({
  getParentRoute: () => shell,
  path: '/ledger',
  validateSearch: (search: Record<string, unknown>): LedgerSearch => ({
    schedule: text(search['schedule']),
    state: oneOf(STATES, search['state']),
    reason: text(search['reason']),
    from: text(search['from']),
    until: text(search['until']),
  }),
  component: lazyRouteComponent(() => import('../pages/ledger/ledger-page'), 'LedgerPage'),
});

const calendar = createRoute({
  getParentRoute: () => shell,
  path: '/calendar',
  validateSearch: (search: Record<string, unknown>): CalendarSearch => ({
    view: oneOf(CALENDAR_VIEWS, search['view']),
    date: civilDate(text(search['date'])),
    zone: text(search['zone']),
    prefix: text(search['prefix']),
    label: text(search['label']),
    text: text(search['text']),
    state: oneOf(CALENDAR_STATES, search['state']),
  }),
  component: lazyRouteComponent(() => import('../pages/calendar/calendar-page'), 'CalendarPage'),
});

const deadLetters = createRoute({
  getParentRoute: () => shell,
  path: '/dead-letters',
  validateSearch: (search: Record<string, unknown>): DeadLettersSearch => ({ kind: oneOf(['occurrence', 'work_item'] as const, search['kind']) }),
  component: lazyRouteComponent(() => import('../pages/dead-letters/dead-letters-page'), 'DeadLettersPage'),
});

const audit = createRoute({
  getParentRoute: () => shell,
  path: '/audit',
  component: lazyRouteComponent(() => import('../pages/audit/audit-page'), 'AuditPage'),
});

const holds = createRoute({
  getParentRoute: () => shell,
  path: '/holds',
  validateSearch: (search: Record<string, unknown>): HoldsSearch => ({
    hold: text(search['hold']),
    quota: text(search['quota']),
    add: oneOf(['hold', 'quota'] as const, search['add']),
  }),
  component: lazyRouteComponent(() => import('../pages/holds/holds-page'), 'HoldsPage'),
});

const providers = createRoute({
  getParentRoute: () => shell,
  path: '/providers',
  validateSearch: (search: Record<string, unknown>): ProvidersSearch => ({ provider: text(search['provider']), receiver: text(search['receiver']) }),
  component: lazyRouteComponent(() => import('../pages/providers/providers-page'), 'ProvidersPage'),
});

const rules = createRoute({
  getParentRoute: () => shell,
  path: '/rules',
  validateSearch: (search: Record<string, unknown>): RulesSearch => ({
    rule: text(search['rule']),
    add: oneOf(['rule'] as const, search['add']),
    test: text(search['test']),
  }),
  component: lazyRouteComponent(() => import('../pages/rules/rules-page'), 'RulesPage'),
});

const calendars = createRoute({
  getParentRoute: () => shell,
  path: '/calendars',
  validateSearch: (search: Record<string, unknown>): DaysOffListSearch => ({ add: oneOf(['calendar'] as const, search['add']) }),
  component: lazyRouteComponent(() => import('../pages/calendars/calendars-page'), 'CalendarsPage'),
});

const calendarDetail = createRoute({
  getParentRoute: () => shell,
  path: '/calendars/$name',
  validateSearch: (search: Record<string, unknown>): DaysOffSearch => ({ year: yearOf(search['year']) }),
  component: lazyRouteComponent(() => import('../pages/calendars/calendar-page'), 'CalendarPage'),
});

const queues = createRoute({
  getParentRoute: () => shell,
  path: '/queues',
  validateSearch: (search: Record<string, unknown>): QueuesSearch => ({
    queue: text(search['queue']),
    state: oneOf(WORK_STATES, search['state']),
    item: numberOf(search['item']),
    add: oneOf(['item'] as const, search['add']),
  }),
  component: lazyRouteComponent(() => import('../pages/queues/queues-page'), 'QueuesPage'),
});

const keys = createRoute({
  getParentRoute: () => shell,
  path: '/keys',
  validateSearch: (search: Record<string, unknown>): KeysSearch => ({
    reach: oneOf(['tenant', 'all'] as const, search['reach']),
    add: oneOf(['key'] as const, search['add']),
  }),
  component: lazyRouteComponent(() => import('../pages/keys/keys-page'), 'KeysPage'),
});

const secrets = createRoute({
  getParentRoute: () => shell,
  path: '/secrets',
  validateSearch: (search: Record<string, unknown>): SecretsSearch => ({ name: text(search['name']), add: oneOf(['secret'] as const, search['add']) }),
  component: lazyRouteComponent(() => import('../pages/secrets/secrets-page'), 'SecretsPage'),
});

const alerts = createRoute({
  getParentRoute: () => shell,
  path: '/alerts',
  validateSearch: (search: Record<string, unknown>): AlertsSearch => ({ alert: text(search['alert']), add: oneOf(['alert'] as const, search['add']) }),
  component: lazyRouteComponent(() => import('../pages/alerts/alerts-page'), 'AlertsPage'),
});

const settings = createRoute({
  getParentRoute: () => shell,
  path: '/settings',
  validateSearch: (search: Record<string, unknown>): SettingsSearch => ({
    find: text(search['find']),
    given: search['given'] === true ? true : undefined,
  }),
  component: lazyRouteComponent(() => import('../pages/settings/settings-page'), 'SettingsPage'),
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search: Record<string, unknown>): SignInSearch => ({
    back: internalPath(search['back']),
    expired: search['expired'] === true ? true : undefined,
  }),
  component: lazyRouteComponent(() => import('../pages/sign-in/sign-in-page'), 'SignInPage'),
});

// Every other path, so that a wrong link still shows the navigation.
const notFound = createRoute({ getParentRoute: () => shell, path: '$', component: NotFoundPage });

const pages = [overview, schedules, schedule, create, edit, calendar, ledger, deadLetters, audit];
const adminPages = [holds, providers, rules, calendars, calendarDetail, queues, keys, secrets, alerts, settings, notFound];

export const router = createRouter({
  routeTree: root.addChildren([shell.addChildren([...pages, ...adminPages]), signIn]),
  defaultPreload: 'intent',
  defaultErrorComponent: CrashPage,
  scrollRestoration: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
