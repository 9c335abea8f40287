// Texts of the overview page.
import { plural, whole } from '../../format/length';

export const strings = {
  title: 'Overview',
  firstSteps: 'First steps',
  failures: 'Failures',
  deadLetters: 'Dead letters',
  noFailures: 'No failed runs in the last 24 hours.',
  moreFailing: (count: number) => `and ${plural(count, 'more schedule')}`,
  live: 'Live',
  liveFeed: 'Live feed',
  noActivity: 'No activity yet. Runs appear here live.',
  nodes: 'Nodes',
  alive: (count: number | undefined) => (count === undefined ? '' : `${count} alive`),
  thisServer: '· this server',
  node: (version: string, tzdb: string) => `${version} · tz data ${tzdb} · started {time}`,
  stale: (count: number, isCut: boolean) =>
    `${isCut ? `${whole(count)}+ due schedules weren’t` : `${plural(count, 'due schedule')} ${count === 1 ? 'wasn’t' : 'weren’t'}`} picked up. Check that a node with the role planner is running. {schedules}`,
} as const;

export const healthStrings = {
  title: 'Health',
  active: 'Active',
  activeText: (paused: string, disabled: string) => `${paused} paused, ${disabled} disabled`,
  dueSoon: 'Due in 1 min',
  dueSoonText: (schedules: number) => `from ${plural(schedules, 'schedule')}`,
  dueSoonUnknown: 'from all schedules',
  running: 'Running',
  runningText: 'right now',
  startDelay: 'Start delay',
  startDelayText: (most: string, runs: number) => `median, ${most} max (last ${plural(runs, 'run')})`,
  startDelayUnknown: 'no scheduled runs yet',
  failing: 'Failing',
  failingText: (runs: number) => `${plural(runs, 'failed run')} in 24 h`,
  failingUnknown: 'in 24 h',
  missed: 'Missed',
  missedText: (overdue: string) => `on this node · ${overdue} overdue now`,
  unplanned: 'Unplanned',
  unplannedText: 'schedules not picked up',
  nodes: 'Nodes',
  nodesText: (runs: number) => `${plural(runs, 'run')} on this node`,
} as const;

export const nextDayStrings = {
  title: 'Next 24 hours',
  calendar: (zone: string) => `Calendar · ${zone}`,
  empty: 'No runs in the next 24 hours.',
  hidden: (count: number, isCut: boolean) => `and ${whole(count)}${isCut ? '+' : ''} more on {timeline}`,
  timeline: 'today’s timeline',
  loadLabel: (most: number) => `Schedules per hour, ${whole(most)} max`,
  load: 'schedules per hour',
  slot: (time: string, zone: string, schedules: number, runs: number, isCut: boolean) =>
    `from ${time} ${zone}: ${plural(schedules, 'schedule')}, ${isCut ? `${whole(runs)}+ runs` : plural(runs, 'run')}`,
} as const;

export const weekStrings = {
  title: 'Weekly load',
  beside: (zone: string) => `schedules per hour · ${zone}`,
  approximate: 'Approximate: only the first 50,000 runs of each schedule are counted.',
  empty: 'No runs within a week.',
  mapLabel: (hour: string, most: number) => `Schedules per hour of the week, busiest on ${hour} with ${whole(most)}`,
  hour: (hour: string, schedules: number) => `${hour}, ${plural(schedules, 'schedule')}`,
  busiest: 'Busiest minutes',
  busiestEmpty: 'No minute has more than one run.',
  runs: (count: number) => plural(count, 'run'),
  quiet: 'Quiet slots',
} as const;
