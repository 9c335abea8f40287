// One schedule in one hour or day, as a link to the schedule at that instant.
import { Link } from '@tanstack/react-router';
import { type CivilDate, dateText, timeOf } from '../../format/day';
import { pickGroups, type Group, timesText } from '../../format/marks';
import { common } from '../../ui/strings';
import classes from './calendar-page.module.css';
import { strings } from './strings';

/** Minimum count without a time: the time of the first occurrence says nothing about the others. */
const OFTEN_FROM = 5;

export function Chip({ group, zone }: { group: Group; zone: string }) {
  const times = timesText(group);
  const time = timeOf(group.from, zone);
  const title = [group.schedule, `${time} ${zone}`, group.summary, group.sentence].filter(Boolean).join(' · ');
  return (
    <Link
      to="/schedules/$id"
      params={{ id: group.schedule }}
      search={{ tab: 'why', at: new Date(group.from).toISOString() }}
      className={classes.chip}
      data-tone={group.tone}
      title={title}
    >
      <i aria-hidden="true" />
      {group.count < OFTEN_FROM && <span className={classes.time}>{time}</span>}
      <span className={classes.name}>{group.schedule}</span>
      {times && <span className={classes.times}>{times}</span>}
      <span className="unseen">{group.summary}</span>
    </Link>
  );
}

/** A schedule with many occurrences on a day: shows the count, not each occurrence. */
export function Band({ group, zone }: { group: Group; zone: string }) {
  return (
    <Link
      to="/schedules/$id"
      params={{ id: group.schedule }}
      search={{ tab: 'why', at: new Date(group.from).toISOString() }}
      className={classes.band}
      data-tone={group.tone}
      title={[group.schedule, group.summary, group.sentence, strings.firstAt(timeOf(group.from, zone), zone)].filter(Boolean).join(' · ')}
    >
      <span className={classes.name}>{group.schedule}</span>
      <span className={classes.times}>{timesText(group)}</span>
      <span className="unseen">{group.summary}</span>
    </Link>
  );
}

interface ChipsProps {
  groups: Group[];
  zone: string;
  most: number;
  /** Day whose view shows the remaining groups, if they are not on this page. */
  date?: CivilDate;
}

/** The first groups, with a link to the rest. */
export function Chips({ groups, zone, most, date }: ChipsProps) {
  const shown = groups.length > most ? pickGroups(groups, most - 1) : groups;
  const rest = groups.length - shown.length;
  return (
    <>
      {shown.map((group) => (
        <Chip key={group.schedule} group={group} zone={zone} />
      ))}
      {rest > 0 && (date ? <DayLink date={date}>{strings.moreInDay(rest)}</DayLink> : <span className={classes.more}>{common.moreItems(rest)}</span>)}
    </>
  );
}

export function DayLink({ date, children }: { date: CivilDate; children: React.ReactNode }) {
  return (
    <Link from="/calendar" to="/calendar" search={(before) => ({ ...before, view: 'day', date })} className={classes.more}>
      {children}
      <span className="unseen">, {dateText(date, { weekday: 'long', day: 'numeric', month: 'long' })}</span>
    </Link>
  );
}
