// Every page and its address. A page is loaded when it is first opened; what it is about stands in its address.
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { CrashPage } from './crash-page';
import { MissingPage } from './missing-page';
import {
  type DeadLettersSearch,
  inside,
  type LedgerSearch,
  oneOf,
  type ScheduleSearch,
  type SchedulesSearch,
  type SignInSearch,
  STATES,
  STATUSES,
  TABS,
  text,
} from './search';
import { Shell } from './shell/shell';

const root = createRootRoute({ component: Outlet, notFoundComponent: MissingPage });
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

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search: Record<string, unknown>): SignInSearch => ({ back: inside(search['back']) }),
  component: lazyRouteComponent(() => import('../pages/sign-in/sign-in-page'), 'SignInPage'),
});

const pages = [overview, schedules, schedule, create, edit, ledger, deadLetters, audit];

export const router = createRouter({
  routeTree: root.addChildren([shell.addChildren(pages), signIn]),
  defaultPreload: 'intent',
  defaultErrorComponent: CrashPage,
  scrollRestoration: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
