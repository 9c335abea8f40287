// Navigation entries: every page that needs no parameters, in groups.
import type { LinkProps } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { IconBell, IconBranch, IconCalendar, IconChain, IconDays, IconGear, IconGrid, IconHand, IconInbox, IconKey, IconLedger, IconLock, IconPlug, IconQueue, IconRepeat } from '../../ui/icons';

export interface Place {
  to: NonNullable<LinkProps['to']>;
  label: string;
  icon: ComponentType;
  /** Short description, for the search. */
  told: string;
  /** Whether a narrow screen shows the entry in its bar. */
  isFirst?: boolean;
}

export const PLACES: { group: string; places: Place[] }[] = [
  {
    group: 'Work',
    places: [
      { to: '/', label: 'Overview', icon: IconGrid, told: 'How it stands', isFirst: true },
      { to: '/schedules', label: 'Schedules', icon: IconRepeat, told: 'All that recurs', isFirst: true },
      { to: '/calendar', label: 'Calendar', icon: IconCalendar, told: 'What fires when, and what came of it', isFirst: true },
      { to: '/ledger', label: 'Ledger', icon: IconLedger, told: 'Every occurrence, with its reason', isFirst: true },
      { to: '/dead-letters', label: 'Dead letters', icon: IconInbox, told: 'What failed for good' },
      { to: '/queues', label: 'Work queues', icon: IconQueue, told: 'Work that waits for workers' },
    ],
  },
  {
    group: 'Rules',
    places: [
      { to: '/rules', label: 'Rules', icon: IconBranch, told: 'What decides about actions on their way' },
      { to: '/holds', label: 'Holds', icon: IconHand, told: 'Who is held and why, and how much may begin' },
      { to: '/calendars', label: 'Days off', icon: IconDays, told: 'Calendars that schedules leave out' },
      { to: '/providers', label: 'Providers', icon: IconPlug, told: 'Who sends, and breakers' },
    ],
  },
  {
    group: 'Admin',
    places: [
      { to: '/keys', label: 'Keys', icon: IconKey, told: 'Who may come in' },
      { to: '/secrets', label: 'Secrets', icon: IconLock, told: 'Tokens that are filled in when something is sent' },
      { to: '/alerts', label: 'Alerts', icon: IconBell, told: 'Who is told of what' },
      { to: '/audit', label: 'Audit', icon: IconChain, told: 'Who did what' },
      { to: '/settings', label: 'Settings', icon: IconGear, told: 'Theme and zone, server, nodes, configuration' },
    ],
  },
];
