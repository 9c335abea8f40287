// Navigation entries: every page that needs no parameters, in groups.
import type { LinkProps } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { IconBell, IconBranch, IconCalendar, IconChain, IconDays, IconGear, IconGrid, IconHand, IconInbox, IconKey, IconLedger, IconLock, IconPlug, IconQueue, IconRepeat } from '../../ui/icons';
import { navStrings } from './strings';

export interface NavEntry {
  to: NonNullable<LinkProps['to']>;
  label: string;
  icon: ComponentType;
  /** Short description, for the search. */
  description: string;
  /** Whether a narrow screen shows the entry in its bar. */
  isFirst?: boolean;
}

export const NAV_GROUPS: { group: string; entries: NavEntry[] }[] = [
  {
    group: navStrings.groups.work,
    entries: [
      { to: '/', ...navStrings.overview, icon: IconGrid, isFirst: true },
      { to: '/schedules', ...navStrings.schedules, icon: IconRepeat, isFirst: true },
      { to: '/calendar', ...navStrings.calendar, icon: IconCalendar, isFirst: true },
      { to: '/ledger', ...navStrings.ledger, icon: IconLedger, isFirst: true },
      { to: '/dead-letters', ...navStrings.deadLetters, icon: IconInbox },
      { to: '/queues', ...navStrings.queues, icon: IconQueue },
    ],
  },
  {
    group: navStrings.groups.controls,
    entries: [
      { to: '/rules', ...navStrings.rules, icon: IconBranch },
      { to: '/holds', ...navStrings.holds, icon: IconHand },
      { to: '/calendars', ...navStrings.calendars, icon: IconDays },
      { to: '/providers', ...navStrings.providers, icon: IconPlug },
    ],
  },
  {
    group: navStrings.groups.admin,
    entries: [
      { to: '/keys', ...navStrings.keys, icon: IconKey },
      { to: '/secrets', ...navStrings.secrets, icon: IconLock },
      { to: '/alerts', ...navStrings.alerts, icon: IconBell },
      { to: '/audit', ...navStrings.audit, icon: IconChain },
      { to: '/settings', ...navStrings.settings, icon: IconGear },
    ],
  },
];
