//! Generates definitions of every kind. Most are valid; the others must be rejected without any other effect.

use jiff::civil::{Date, Time};
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::{BoxedStrategy, Just, Strategy, prop_oneof};
use proptest::sample::{select, subsequence};
use refrain_recurrence::{
    AfterCompletionRecurrence, CalendarRecurrence, CalendarUse, Calendars, Class, CronRecurrence, CustomPeriod,
    CustomPeriods, DayMatch, Dialect, Dst, EveryRecurrence, FirstRun, FirstRunAt, FiscalPattern, FiscalYear, Fold,
    Frequency, Gap, Jitter, JitterMode, JitterWindow, Length, MonthOverflow, NamedCalendar, NthWeekday, OnDayOff,
    OnceRecurrence, PeriodAnchor, PeriodPoint, Recurrence, RecurrenceList, RruleRecurrence, SecondsField, Spec, Unit,
    Weekday, WeekdayNumbers,
};

use crate::cron_text::expression;
use crate::instants::{near_instant, zone};
use crate::rrule_text::rrule_text;

/// Returns the calendar that every definition may refer to.
pub(crate) fn calendars() -> Calendars {
    let holidays = ["2026-01-01", "2026-04-03", "2026-04-06", "2026-12-25", "2027-01-01"];
    let dates: Vec<Date> = holidays.iter().map(|date| date.parse().expect("a date")).collect();
    let work = NamedCalendar { weekend: vec![Weekday::Saturday, Weekday::Sunday], dates };
    Calendars::from([("work".to_owned(), work)])
}

/// Generates a whole definition.
pub(crate) fn spec() -> impl Strategy<Value = Spec> {
    let around = (of(near_instant()), of(near_instant()), of(1..1000_u64), of(first_run()));
    (recurrence(), zone(), dst(), around, vec(calendar_use(), 0..=1), of(jitter())).prop_map(
        |(recurrence, timezone, dst, (starts_at, ends_at, max_runs, first_run), calendars, jitter)| {
            // An end before the start is rejected, which is correct and tests nothing.
            let ends_at = ends_at.filter(|ends| starts_at.is_none_or(|starts| *ends > starts));
            Spec { dst, starts_at, ends_at, max_runs, first_run, calendars, jitter, ..Spec::new(recurrence, timezone) }
        },
    )
}

/// Generates a definition without bounds, first run and calendars, so that it never ends.
pub(crate) fn endless_spec() -> impl Strategy<Value = Spec> {
    (recurrence(), zone(), dst())
        .prop_map(|(recurrence, timezone, dst)| Spec { dst, ..Spec::new(recurrence, timezone) })
}

pub(crate) fn recurrence() -> impl Strategy<Value = Recurrence> {
    let combined =
        |how: fn(RecurrenceList) -> Recurrence| vec(simple(), 1..=3).prop_map(move |of| how(RecurrenceList { of }));
    prop_oneof![
        10 => simple(),
        1 => combined(Recurrence::Any),
        1 => combined(Recurrence::All),
        1 => (1..100_000_i64).prop_map(|delay| {
            Recurrence::AfterCompletion(AfterCompletionRecurrence { delay: Length::from_seconds(delay) })
        }),
    ]
}

fn simple() -> BoxedStrategy<Recurrence> {
    prop_oneof![
        5 => cron().prop_map(Recurrence::Cron),
        4 => every().prop_map(Recurrence::Every),
        4 => calendar().prop_map(Recurrence::Calendar),
        4 => rrule_text().prop_map(|text| Recurrence::Rrule(RruleRecurrence { text })),
        1 => near_instant().prop_map(|at| Recurrence::Once(OnceRecurrence { at })),
    ]
    .boxed()
}

fn cron() -> impl Strategy<Value = CronRecurrence> {
    let text = prop_oneof![
        12 => expression().prop_map(|expression| expression.text),
        1 => select(vec!["@hourly", "@daily", "@weekly", "@monthly", "@yearly"]).prop_map(str::to_owned),
        1 => (1..100_000_u32).prop_map(|seconds| format!("@every {seconds}s")),
        1 => Just("H H(0-7) * * *".to_owned()),
        1 => (2020..2120_i16).prop_map(|year| format!("0 0 9 1 * * {year}-{}", year + 7)),
    ];
    let changes = (
        of(select(vec![DayMatch::Or, DayMatch::And])),
        of(select(vec![WeekdayNumbers::SundayZero, WeekdayNumbers::SundayOne])),
        of(select(vec![SecondsField::None, SecondsField::First, SecondsField::Last])),
    );
    let dialect = prop_oneof![3 => Just(None), 1 => select(Dialect::ALL.to_vec()).prop_map(Some)];
    let changes = prop_oneof![4 => Just((None, None, None)), 1 => changes];
    (text, dialect, changes).prop_map(|(expression, dialect, (day_match, weekdays, seconds))| CronRecurrence {
        expression,
        dialect,
        day_match,
        seconds,
        weekdays,
    })
}

fn every() -> impl Strategy<Value = EveryRecurrence> {
    let unit =
        select(vec![Unit::Seconds, Unit::Minutes, Unit::Hours, Unit::Days, Unit::Weeks, Unit::Months, Unit::Years]);
    let times = of(vec((0..24_i8, 0..60_i8).prop_map(|(hour, minute)| Time::constant(hour, minute, 0, 0)), 0..=3));
    let days = (some_weekdays(), of(weekday()), of(weekday()), vec(nth_weekday(), 0..=2));
    let dates = (vec((-31..=31_i64).prop_filter("not zero", |day| *day != 0), 0..=2), months(), overflow());
    let pins = (of(0..60_i64), of(0..60_i64), vec(0..24_i64, 0..=3));
    (1..60_i64, unit, times, days, dates, pins).prop_map(
        |(every, unit, at, (on_days, on_first, on_last, on_nth), (on_month_days, in_months, month_overflow), pins)| {
            let (on_second, on_minute, on_hours) = pins;
            let mut rule = EveryRecurrence { month_overflow, ..EveryRecurrence::new(every, unit) };
            match unit {
                Unit::Seconds => {}
                Unit::Minutes => rule.on_second = on_second,
                // Hours are either listed or counted.
                Unit::Hours if !on_hours.is_empty() => rule = EveryRecurrence { every: 1, on_hours, on_minute, ..rule },
                Unit::Hours => rule = EveryRecurrence { on_second, on_minute, ..rule },
                Unit::Days | Unit::Weeks => rule = EveryRecurrence { at, on_days, in_months, ..rule },
                Unit::Months | Unit::Years => {
                    rule = EveryRecurrence { at, on_month_days, on_first, on_last, on_nth, in_months, ..rule };
                }
            }
            rule
        },
    )
}

fn calendar() -> impl Strategy<Value = CalendarRecurrence> {
    let frequency =
        select(vec![Frequency::Daily, Frequency::Weekly, Frequency::Monthly, Frequency::Quarterly, Frequency::Yearly]);
    let anchor = prop_oneof![
        3 => Just(PeriodAnchor::Calendar),
        1 => (1..=12_i64, select(vec![FiscalPattern::Monthly, FiscalPattern::FourFourFive]))
            .prop_map(|(start_month, pattern)| PeriodAnchor::Fiscal(FiscalYear { start_month, pattern })),
        1 => Just(PeriodAnchor::Custom(terms())),
    ];
    let days = (vec((of(-3..=3_i8), weekday()), 0..=2), vec(select(vec![1_i64, 15, 29, 31, -1, -2, -31]), 0..=2));
    let point = select(vec![PeriodPoint::PeriodStart, PeriodPoint::PeriodEnd]);
    let lead = of(select(vec!["1h", "5d", "2w", "1d 12h"]));
    let time = of((0..24_i8, 0..60_i8, 0..60_i8).prop_map(|(h, m, s)| Time::constant(h, m, s, 0)));
    (frequency, 1..=20_i64, days, anchor, point, lead, time).prop_map(
        |(frequency, interval, (by_day, by_month_day), anchor, at, lead, time_of_day)| {
            let is_custom = matches!(anchor, PeriodAnchor::Custom(_));
            let counts = is_custom || !matches!(frequency, Frequency::Daily | Frequency::Weekly);
            let by_day = by_day.into_iter().map(|(nth, day)| match nth {
                Some(nth) if counts && nth != 0 => format!("{nth}{}", day.name()),
                Some(_) | None => day.name().to_owned(),
            });
            CalendarRecurrence {
                frequency: (!is_custom).then_some(frequency),
                interval: if is_custom { 1 } else { interval },
                by_day: by_day.collect(),
                by_month_day,
                time_of_day,
                anchor,
                at,
                lead: lead.map(|lead| lead.parse().expect("a lead")),
            }
        },
    )
}

/// Returns three school terms with gaps between them.
fn terms() -> CustomPeriods {
    let terms = [
        ("2026-spring", "2026-02-02", "2026-06-13"),
        ("2026-autumn", "2026-09-07", "2026-12-19"),
        ("2027-spring", "2027-02-01", "2027-06-12"),
    ];
    let period = |(key, starts_on, ends_on): (&str, &str, &str)| CustomPeriod {
        key: key.to_owned(),
        starts_on: starts_on.parse().expect("a date"),
        ends_on: ends_on.parse().expect("a date"),
        label: None,
    };
    CustomPeriods { periods: terms.map(period).into() }
}

pub(crate) fn dst() -> impl Strategy<Value = Dst> {
    let gap = of(select(vec![Gap::NextValid, Gap::Skip, Gap::SameOffset]));
    let fold = of(select(vec![Fold::First, Fold::Last, Fold::Both]));
    let class = prop_oneof![3 => Just(Class::Auto), 1 => Just(Class::Fixed), 1 => Just(Class::Interval)];
    (gap, fold, class).prop_map(|(gap, fold, class)| Dst { gap, fold, class })
}

fn first_run() -> impl Strategy<Value = FirstRun> {
    let when = prop_oneof![
        Just(FirstRunAt::Now),
        (0..100_000_i64).prop_map(|after| FirstRunAt::After(Length::from_seconds(after))),
        near_instant().prop_map(FirstRunAt::At),
    ];
    let spacing = of((0..100_000_i64).prop_map(Length::from_seconds));
    (when, spacing).prop_map(|(when, min_spacing)| FirstRun { when, min_spacing })
}

pub(crate) fn calendar_use() -> impl Strategy<Value = CalendarUse> {
    let how = select(vec![
        OnDayOff::Exclude,
        OnDayOff::Previous,
        OnDayOff::Next,
        OnDayOff::ModifiedFollowing,
        OnDayOff::Nearest,
    ]);
    how.prop_map(|on_day_off| CalendarUse { name: "work".to_owned(), on_day_off })
}

fn jitter() -> impl Strategy<Value = Jitter> {
    let window = prop_oneof![
        (0..100_000_i64).prop_map(|seconds| JitterWindow::Length(Length::from_seconds(seconds))),
        (1..=100_u8).prop_map(JitterWindow::Percent),
    ];
    let mode = select(vec![JitterMode::Fixed, JitterMode::Spread]);
    (window, mode).prop_map(|(window, mode)| Jitter { window, mode })
}

fn weekday() -> impl Strategy<Value = Weekday> {
    select(Weekday::ALL.to_vec())
}

fn some_weekdays() -> impl Strategy<Value = Vec<Weekday>> {
    prop_oneof![Just(Vec::new()), subsequence(Weekday::ALL.to_vec(), 1..=7)]
}

fn nth_weekday() -> impl Strategy<Value = NthWeekday> {
    (select(vec![1_i64, 2, 3, 4, 5, -1, -2]), weekday()).prop_map(|(n, day)| NthWeekday { n, day })
}

fn months() -> impl Strategy<Value = Vec<i64>> {
    prop_oneof![3 => Just(Vec::new()), 1 => subsequence((1..=12_i64).collect::<Vec<_>>(), 1..=4)]
}

fn overflow() -> impl Strategy<Value = MonthOverflow> {
    select(vec![MonthOverflow::Clamp, MonthOverflow::Skip, MonthOverflow::Next])
}
