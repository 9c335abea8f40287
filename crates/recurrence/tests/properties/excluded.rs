//! A set with exclusions must equal its rule minus the excluded rules and dates, each compiled on its own.
//!
//! The rule and each of its exclusions are compiled separately, so that none of them can jump. Only the whole set
//! can jump, and that must not change the result.

use std::collections::BTreeSet;

use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp, ToSpan};
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::{Just, Strategy, TestCaseError, prop_assert, prop_assert_eq, prop_oneof, proptest};
use proptest::sample::{Index, select};
use refrain_recurrence::{CalendarUse, CompiledRecurrence, Context, Dst, OnDayOff, Recurrence, RruleRecurrence, Spec};

use crate::cases;
use crate::definitions::{calendar_use, calendars, dst};

/// Maximum number of occurrences of the rule alone that are checked one by one.
const OCCURRENCES_MAX: usize = 1_200;
/// Number of occurrences skipped by a long jump that are checked.
const SAMPLES: i64 = 24;
/// Number of years to check for a missed occurrence if nothing is left.
const YEARS_LOOKED_AT: i64 = 30;

/// The parts of a set.
#[derive(Clone, Debug)]
struct Set {
    zone: &'static str,
    dst: Dst,
    /// Calendars. Days off apply to the rule, not to its exclusions.
    calendars: Vec<CalendarUse>,
    start: String,
    /// An instant around which errors are likely.
    change: Timestamp,
    rule: String,
    exrules: Vec<String>,
    /// Runs of the rule's own occurrences that single dates exclude: the number of occurrences kept before each
    /// run, and its length.
    exdates: Vec<(usize, usize)>,
}

impl Set {
    fn compile(&self, lines: &[String], uses: &[CalendarUse]) -> Option<CompiledRecurrence> {
        let text = format!("DTSTART:{}\n{}", self.start, lines.join("\n"));
        let recurrence = Recurrence::Rrule(RruleRecurrence { text });
        let spec = Spec { dst: self.dst, calendars: uses.to_vec(), ..Spec::new(recurrence, self.zone) };
        CompiledRecurrence::compile(&spec, &Context { calendars: Some(&calendars()), ..Context::default() }).ok()
    }

    fn alone(&self) -> Option<CompiledRecurrence> {
        self.compile(&[format!("RRULE:{}", self.rule)], &self.calendars)
    }

    /// Returns the whole set, and the instants that its dates exclude.
    fn whole(&self, alone: &CompiledRecurrence) -> Option<(CompiledRecurrence, BTreeSet<Timestamp>)> {
        let mut lines = vec![format!("RRULE:{}", self.rule)];
        lines.extend(self.exrules.iter().map(|rule| format!("EXRULE:{rule}")));
        let mut occurrences = alone.iter_after(Timestamp::MIN);
        let mut dates = BTreeSet::new();
        for (left, length) in &self.exdates {
            dates.extend(occurrences.by_ref().skip(*left).take(*length).map(|occurrence| occurrence.at()));
        }
        if !dates.is_empty() {
            let texts: Vec<String> = dates.iter().map(|at| at.strftime("%Y%m%dT%H%M%SZ").to_string()).collect();
            lines.push(format!("EXDATE:{}", texts.join(",")));
        }
        Some((self.compile(&lines, &self.calendars)?, dates))
    }

    fn exrules(&self) -> Vec<CompiledRecurrence> {
        // A rule without occurrences is rejected on its own, and excludes nothing.
        self.exrules.iter().filter_map(|rule| self.compile(&[format!("RRULE:{rule}")], &[])).collect()
    }
}

/// Zones, start dates of rules, and a clock change soon after. The first zone has no change.
const PLACES: &[(&str, &str, &str)] = &[
    ("UTC", "2026-02-26", "2026-03-01T00:00:00Z"),
    ("America/New_York", "2026-03-05", "2026-03-08T07:00:00Z"),
    ("America/New_York", "2026-10-29", "2026-11-01T06:00:00Z"),
    ("Australia/Lord_Howe", "2026-04-02", "2026-04-04T15:00:00Z"),
    ("Australia/Lord_Howe", "2026-10-01", "2026-10-03T15:30:00Z"),
    ("Pacific/Apia", "2011-12-27", "2011-12-30T10:00:00Z"),
];

fn set() -> impl Strategy<Value = Set> {
    let time = prop_oneof![Just((0, 0, 0)), (0..24_u8, select(vec![0_u8, 15, 30, 59]), select(vec![0_u8, 0, 59]))];
    let start = (select(PLACES), 0..2_i64, time).prop_map(|((zone, date, change), days, (hour, minute, second))| {
        let date: Date = date.parse().expect("a date");
        let date = date.saturating_add(days.days()).strftime("%Y%m%d");
        let change: Timestamp = change.parse().expect("an instant");
        (zone, format!("{date}T{hour:02}{minute:02}{second:02}"), change)
    });
    let exdates = prop_oneof![2 => Just(Vec::new()), 1 => vec((0..20_usize, 1..60_usize), 1..4)];
    let calendars = prop_oneof![5 => Just(Vec::new()), 1 => vec(calendar_use(), 1)];
    (start, dst(), calendars, rule(1..8), vec(rule(1..8), 1..=3), exdates).prop_map(
        |((zone, start, change), dst, calendars, rule, exrules, exdates)| Set {
            zone,
            dst,
            calendars,
            start,
            change,
            rule,
            exrules,
            exdates,
        },
    )
}

/// Generates a rule of any frequency. Its lists are often long, so that several rules together leave little.
fn rule(intervals: std::ops::Range<u16>) -> impl Strategy<Value = String> {
    let frequency = prop_oneof![
        1 => Just("YEARLY"),
        1 => Just("MONTHLY"),
        1 => Just("WEEKLY"),
        2 => Just("DAILY"),
        3 => Just("HOURLY"),
        3 => Just("MINUTELY"),
        3 => Just("SECONDLY"),
    ];
    let interval = prop_oneof![3 => Just(1_u16), 2 => intervals];
    let days = prop_oneof![
        5 => Just(String::new()),
        1 => vec(select(vec!["MO", "TU", "WE", "TH", "FR", "SA", "SU"]), 1..=4)
            .prop_map(|days| format!(";BYDAY={}", days.join(","))),
        1 => vec(1..=12_u8, 1..=4).prop_map(|months| format!(";BYMONTH={}", texts(&months))),
    ];
    let times = (of(span(24)), of(span(60)), of(span(60))).prop_map(|(hours, minutes, seconds)| {
        let part = |name, values: Option<Vec<u8>>| values.map_or(String::new(), |v| format!(";{name}={}", texts(&v)));
        part("BYHOUR", hours) + &part("BYMINUTE", minutes) + &part("BYSECOND", seconds)
    });
    let end = prop_oneof![
        6 => Just(String::new()),
        1 => (1..400_u16).prop_map(|count| format!(";COUNT={count}")),
        1 => (1..=28_u8, 0..24_u8).prop_map(|(day, hour)| format!(";UNTIL=202611{day:02}T{hour:02}0000")),
    ];
    let position = prop_oneof![8 => Just(""), 1 => Just(";BYSETPOS=1,2,-1"), 1 => Just(";BYSETPOS=1")];
    (frequency, interval, days, times, end, position).prop_map(|(frequency, interval, days, times, end, position)| {
        let has_parts = !(days.is_empty() && times.is_empty());
        let position = if has_parts { position } else { "" };
        format!("FREQ={frequency};INTERVAL={interval}{days}{times}{end}{position}")
    })
}

/// Generates numbers below `end`: all but a few, every other, a run, or one or two.
fn span(end: u8) -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        2 => Just((0..end).collect()),
        1 => (0..end).prop_map(move |left_out| (0..end).filter(|value| *value != left_out).collect()),
        1 => (0..2_u8).prop_map(move |first| (first..end).step_by(2).collect()),
        2 => (0..end, 0..end).prop_map(|(a, b)| (a.min(b)..=a.max(b)).collect()),
        1 => vec(0..end, 1..=2),
    ]
}

fn texts(values: &[u8]) -> String {
    values.iter().map(u8::to_string).collect::<Vec<_>>().join(",")
}

fn plus(at: Timestamp, seconds: i64) -> Timestamp {
    at.saturating_add(SignedDuration::from_secs(seconds)).expect("a number of seconds is a length")
}

/// Compares a window around the change with a slow computation, from both ends and from inside.
fn check(set: &Set, from: i64, probes: &[Index]) -> Result<(), TestCaseError> {
    let Some(alone) = set.alone() else { return Ok(()) };
    let Some((whole, dates)) = set.whole(&alone) else { return Ok(()) };
    let exrules = set.exrules();
    let is_excluded =
        |at: Timestamp| dates.contains(&at) || exrules.iter().any(|rule| rule.occurrence_at(at).is_some());
    let from = plus(set.change, from);
    // A rolled occurrence may fall on any day, so days without one end every run. At most a few hundred runs are
    // feasible.
    let rolls = set.calendars.iter().any(|used| used.on_day_off != OnDayOff::Exclude);
    let looked_at = if rolls { OCCURRENCES_MAX / 10 } else { OCCURRENCES_MAX };
    let shown: Vec<Timestamp> = alone.iter_after(from).take(looked_at).map(|next| next.at()).collect();
    let Some(&until) = shown.last() else { return Ok(()) };
    let left: Vec<Timestamp> = shown.iter().copied().filter(|at| !is_excluded(*at)).collect();

    let found: Vec<Timestamp> = whole.between(plus(from, 1), plus(until, 1)).map(|next| next.at()).collect();
    prop_assert!(found == left, "forward, {}", first_difference(&found, &left));
    let mut backward: Vec<Timestamp> =
        whole.between(plus(from, 1), plus(until, 1)).rev().map(|next| next.at()).collect();
    backward.reverse();
    prop_assert!(backward == left, "backward, {}", first_difference(&backward, &left));
    for probe in probes {
        let at = *probe.get(&shown);
        let after = left.get(left.partition_point(|left| *left < at)).copied();
        let next = whole.next_from(at).map(|next| next.at());
        prop_assert_eq!(next.filter(|next| *next <= until), after, "at or after {}", at);
        let before = left.partition_point(|left| *left <= at).checked_sub(1).map(|index| left[index]);
        let previous = whole.prev_until(at).map(|previous| previous.at());
        prop_assert_eq!(previous.filter(|previous| *previous > from), before, "at or before {}", at);
    }
    // Occurrences that the next result jumps over, however far, must be excluded too.
    let next = whole.next_after(until).map(|next| next.at());
    if let Some(next) = next {
        prop_assert!(alone.occurrence_at(next).is_some() && !is_excluded(next), "{next} is excluded");
    }
    // With `BYSETPOS`, occurrences may be tested one at a time, so the search may have reached its limit.
    let has_positions = set.exrules.iter().chain([&set.rule]).any(|rule| rule.contains("BYSETPOS"));
    if next.is_none() && (rolls || has_positions) {
        return Ok(());
    }
    check_skipped(&alone, until, next.unwrap_or(plus(until, YEARS_LOOKED_AT * 31_556_952)), is_excluded)
}

/// Reports only the first difference, because whole lists would fill the screen.
fn first_difference(found: &[Timestamp], expected: &[Timestamp]) -> String {
    let same = found.iter().zip(expected).take_while(|(found, expected)| found == expected).count();
    format!("found {:?} for {:?}", found.get(same), expected.get(same))
}

/// Checks samples between two instants, most of them near the ends.
fn check_skipped(
    alone: &CompiledRecurrence,
    after: Timestamp,
    before: Timestamp,
    is_excluded: impl Fn(Timestamp) -> bool,
) -> Result<(), TestCaseError> {
    let whole = before.as_second() - after.as_second();
    let near_the_end = std::iter::successors(alone.prev_before(before), |last| alone.prev_before(last.at()));
    let spread = (0..SAMPLES).filter_map(|part| alone.next_after(plus(after, whole / SAMPLES * part)));
    for skipped in near_the_end.take(SAMPLES as usize).chain(spread).map(|skipped| skipped.at()) {
        prop_assert!(skipped >= before || skipped <= after || is_excluded(skipped), "{skipped} is not excluded");
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(4000))]

    #[test]
    fn exactly_the_excluded_occurrences_are_left_out(
        set in set(), from in prop_oneof![-6_000..2_000_i64, -300_000..900_000_i64], probes in vec(proptest::prelude::any::<Index>(), 6),
    ) {
        check(&set, from, &probes)?;
    }
}

/// One hour of a week is left, and from one clock change to the next it is on a day off. Every occurrence of half a
/// year is therefore excluded, by the rule or by the calendar.
#[test]
fn an_occurrence_left_by_a_rule_and_a_calendar_is_found_months_away() {
    let hours: Vec<u8> = (0..24).filter(|hour| *hour != 1).collect();
    for interval in [5, 7, 11, 13, 17, 19, 23] {
        let set = Set {
            zone: "Pacific/Apia",
            dst: Dst::default(),
            calendars: vec![CalendarUse { name: "work".to_owned(), on_day_off: OnDayOff::Exclude }],
            start: "20111227T000000".to_owned(),
            change: "2011-12-30T10:00:00Z".parse().expect("an instant"),
            rule: format!("FREQ=HOURLY;INTERVAL={interval}"),
            exrules: vec![format!("FREQ=DAILY;BYHOUR={}", texts(&hours))],
            exdates: Vec::new(),
        };
        check(&set, 0, &[]).unwrap();
    }
}
