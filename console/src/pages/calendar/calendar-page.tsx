// Calendar of all schedules: past runs with their outcome, and upcoming occurrences.
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { historyQuery, upcomingQuery } from '../../api/calendar';
import { asProblem } from '../../api/problem';
import type { CalendarView } from '../../app/search';
import { addDays, dateOf, startOf } from '../../format/day';
import { ownZone } from '../../format/instant';
import { dayPlans, type Mark, marksOf } from '../../format/marks';
import { EmptyState } from '../../ui/empty-state';
import { ErrorPanel } from '../../ui/error-panel';
import { useNowText } from '../../ui/now';
import { PageHead } from '../../ui/page-head';
import { Phrase } from '../../ui/phrase';
import { common } from '../../ui/strings';
import { Timeline } from '../../ui/timeline/timeline';
import { AgendaView } from './agenda-view';
import { CalendarFilters } from './calendar-filters';
import { CalendarFooter } from './calendar-footer';
import { CalendarNavigation } from './calendar-navigation';
import classes from './calendar-page.module.css';
import { DayView } from './day-view';
import { MonthView } from './month-view';
import { strings } from './strings';
import type { ViewProps } from './views';
import { WeekView } from './week-view';
import { datesOf, titleOf } from './window';

const route = getRouteApi('/shell/calendar');
/** Step of the line that marks the current time. */
const STEP_MS = 15_000;
const ROWS_MAX = 60;
/** States of past occurrences. Planned ones are upcoming, and the recurrences provide them. */
const PAST_STATES = 'running,succeeded,skipped,failed';

export function CalendarPage() {
  const search = route.useSearch();
  const { view = 'week', zone = ownZone(), prefix, label, text, state } = search;
  const now = Number(useNowText((at) => String(Math.floor(at / STEP_MS) * STEP_MS)));
  const today = dateOf(now, zone);
  const date = search.date ?? today;
  const dates = datesOf(view, date);
  const from = startOf(dates[0] ?? date, zone);
  const until = startOf(addDays(dates.at(-1) ?? date, 1), zone);
  const fold = view === 'month' ? 'day' : 'hour';
  const filter = { prefix, label, text };
  const isPast = from < now && state !== 'upcoming';
  const isNext = until > now && (state === undefined || state === 'upcoming');
  const past = state === undefined || state === 'upcoming' ? PAST_STATES : state;
  const history = useQuery({ ...historyQuery({ from, until, zone, fold }, filter, past), enabled: isPast });
  // If the window starts in the past, the server returns occurrences from now on.
  const upcoming = useQuery({ ...upcomingQuery({ from, until, zone, fold }, filter), enabled: isNext });
  const [was, will] = [isPast ? history.data : undefined, isNext ? upcoming.data : undefined];
  const marks = useMemo(() => {
    // Occurrences that were upcoming at the time of the request may be in the past now. The ledger shows those.
    const isOver = (mark: Mark) => mark.tone === 'next' && mark.until < now;
    return marksOf(was, will).filter((mark) => mark.from >= from && mark.from < until && !isOver(mark));
  }, [was, will, from, until, now]);
  const plans = useMemo(() => dayPlans(marks, zone), [marks, zone]);
  const error = (isPast && history.error) || (isNext && upcoming.error);
  const isWaiting = (isPast && history.isPending) || (isNext && upcoming.isPending);
  return (
    <>
      <PageHead title={strings.title} lead={strings.lead(titleOf(view, date), zone)} actions={<CalendarNavigation view={view} date={date} today={today} />} />
      <CalendarFilters />
      {error && <ErrorPanel problem={asProblem(error)} />}
      <section className={classes.board} aria-label={titleOf(view, date)} aria-busy={isWaiting || undefined}>
        {marks.length === 0 && !isWaiting && !error && <EmptyBoard isFiltered={Boolean(prefix ?? label ?? text ?? state)} isPast={until <= now} />}
        <View view={view} shown={{ dates, date, today, zone, plans, marks, now }} span={{ from, until }} />
      </section>
      <CalendarFooter history={was} upcoming={will} zone={zone} />
    </>
  );
}

function EmptyBoard({ isFiltered, isPast }: { isFiltered: boolean; isPast: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState title={strings.noMatch}>
        <Phrase text={strings.noMatchText} parts={{ clear: <Link to="/calendar">{common.clearFilters}</Link> }} />
      </EmptyState>
    );
  }
  return isPast ? (
    <EmptyState title={strings.noPast}>{strings.noPastText}</EmptyState>
  ) : (
    <EmptyState title={strings.noUpcoming}>
      <Phrase text={strings.noUpcomingText} parts={{ create: <Link to="/new">{strings.createSchedule}</Link> }} />
    </EmptyState>
  );
}

function View({ view, shown, span }: { view: CalendarView; shown: ViewProps; span: { from: number; until: number } }) {
  const isNarrow = useMediaQuery('(max-width: 760px)') ?? false;
  if (shown.marks.length === 0 && view === 'timeline') return null;
  if (isNarrow && (view === 'week' || view === 'month')) return <AgendaView {...shown} />;
  switch (view) {
    case 'day':
      return <DayView {...shown} />;
    case 'week':
      return <WeekView {...shown} />;
    case 'month':
      return <MonthView {...shown} />;
    case 'timeline':
      return <Timeline {...span} zone={shown.zone} marks={shown.marks} rowsMax={ROWS_MAX} now={shown.now} />;
  }
}
