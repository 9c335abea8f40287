// Navigation entries: every page that needs no parameters, in groups.
import type { LinkProps } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { IconBell, IconBranch, IconCalendar, IconChain, IconDays, IconGear, IconGrid, IconHand, IconInbox, IconKey, IconLedger, IconLock, IconPlug, IconQueue, IconRepeat } from '../../ui/icons';

export interface NavEntry {
  to: NonNullable<LinkProps['to']>;
  label: string;
  icon: ComponentType;
  /** Short description, for the search. */
  description: string;
  /** Whether a narrow screen shows the entry in its bar. */
  isFirst?: boolean;
}

export const NAV_GROUPS: { group: string; places: NavEntry[] }[] = [
  {
    group: 'Work',
    places: [
      { to: '/', label: 'Overview', icon: IconGrid, description: 'How it stands', isFirst: true },
      { to: '/schedules', label: 'Schedules', icon: IconRepeat, description: 'All that recurs', isFirst: true },
      { to: '/calendar', label: 'Calendar', icon: IconCalendar, description: 'What fires when, and what came of it', isFirst: true },
      { to: '/ledger', label: 'Ledger', icon: IconLedger, description: 'Every occurrence, with its reason', isFirst: true },
      { to: '/dead-letters', label: 'Dead letters', icon: IconInbox, description: 'What failed for good' },
      { to: '/queues', label: 'Work queues', icon: IconQueue, description: 'Work that waits for workers' },
    ],
  },
  {
    group: 'Rules',
    places: [
      { to: '/rules', label: 'Rules', icon: IconBranch, description: 'What decides about actions on their way' },
      { to: '/holds', label: 'Holds', icon: IconHand, description: 'Who is held and why, and how much may begin' },
      { to: '/calendars', label: 'Days off', icon: IconDays, description: 'Calendars that schedules leave out' },
      { to: '/providers', label: 'Providers', icon: IconPlug, description: 'Who sends, and breakers' },
    ],
  },
  {
    group: 'Admin',
    places: [
      { to: '/keys', label: 'Keys', icon: IconKey, description: 'Who may come in' },
      { to: '/secrets', label: 'Secrets', icon: IconLock, description: 'Tokens that are filled in when something is sent' },
      { to: '/alerts', label: 'Alerts', icon: IconBell, description: 'Who is told of what' },
      { to: '/audit', label: 'Audit', icon: IconChain, description: 'Who did what' },
      { to: '/settings', label: 'Settings', icon: IconGear, description: 'Theme and zone, server, nodes, configuration' },
    ],
  },
];
