//! Compares the runs of a schedule with those of the system that it comes from, around changes of the offset.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, ToSpan};
use refrain_recurrence::CompiledRecurrence;

/// The times at which a system runs an entry.
pub(crate) trait SourceRuns {
    /// Returns the name of the system, for messages.
    fn system(&self) -> &'static str;

    /// Returns the runs from `from`, inclusive, to `until`, exclusive. A time may occur more than once.
    fn runs(&self, from: Timestamp, until: Timestamp) -> Vec<Timestamp>;

    /// Returns the time before and after a change of the offset in which the runs may differ.
    fn around(&self) -> SignedDuration {
        AROUND
    }
}

/// How far ahead differences are listed, in years.
const YEARS: i32 = 2;
/// Time before and after a change of the offset that is compared by default.
const AROUND: SignedDuration = SignedDuration::from_hours(6);
/// Maximum number of dates that are listed.
const DATES_MAX: usize = 4;
/// Maximum number of times that are listed for a date.
const TIMES_MAX: usize = 3;

/// Returns one text for each date with a difference, and one about those that are not listed. The runs of the system
/// count only within the bounds of the schedule.
pub(crate) fn differences(
    rule: &CompiledRecurrence,
    source: &dyn SourceRuns,
    zone: &TimeZone,
    from: Timestamp,
    is_within: &dyn Fn(Timestamp) -> bool,
) -> Vec<String> {
    let ends_at = from.to_zoned(TimeZone::UTC).saturating_add(YEARS.years()).timestamp();
    let mut texts = Vec::new();
    let mut left_out = 0;
    for change in zone.following(from).map(|change| change.timestamp()).take_while(|at| *at < ends_at) {
        let (starts, ends) = (change - source.around(), change + source.around());
        let ours = count(rule.between(starts, ends).map(|occurrence| occurrence.at()));
        let theirs = count(source.runs(starts, ends).into_iter().filter(|at| is_within(*at)));
        let (more, fewer) = (surplus(&theirs, &ours), surplus(&ours, &theirs));
        if more.is_empty() && fewer.is_empty() {
            continue;
        }
        if texts.len() == DATES_MAX {
            left_out += 1;
            continue;
        }
        let mut text = change.to_zoned(zone.clone()).strftime("on %Y-%m-%d").to_string();
        for (times, verb) in [(more, "also runs at"), (fewer, "does not run at")] {
            if !times.is_empty() {
                let _ = write!(text, ", {} {verb} {}", source.system(), listed(&times, zone));
            }
        }
        texts.push(text);
    }
    if left_out > 0 {
        texts.push(format!("on {left_out} more dates within {YEARS} years, in the same way"));
    }
    texts
}

/// Returns the number of runs at each instant.
fn count(runs: impl Iterator<Item = Timestamp>) -> BTreeMap<Timestamp, usize> {
    let mut counts = BTreeMap::new();
    for at in runs {
        *counts.entry(at).or_insert(0) += 1;
    }
    counts
}

/// Returns the runs of the first that the second does not have.
fn surplus(one: &BTreeMap<Timestamp, usize>, other: &BTreeMap<Timestamp, usize>) -> Vec<(Timestamp, usize)> {
    let rest = |(at, count): (&Timestamp, &usize)| (*at, count.saturating_sub(other.get(at).copied().unwrap_or(0)));
    one.iter().map(rest).filter(|(_, count)| *count > 0).collect()
}

fn listed(times: &[(Timestamp, usize)], zone: &TimeZone) -> String {
    let shown = |(at, count): &(Timestamp, usize)| {
        let local = at.to_zoned(zone.clone()).strftime("%H:%M:%S %:z").to_string();
        if *count == 1 { local } else { format!("{local} ({count} times)") }
    };
    let mut texts: Vec<String> = times.iter().take(TIMES_MAX).map(shown).collect();
    if times.len() > TIMES_MAX {
        texts.push(format!("{} more times", times.len() - TIMES_MAX));
    }
    texts.join(" and ")
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Fixed(Vec<Timestamp>);

    impl SourceRuns for Fixed {
        fn system(&self) -> &'static str {
            "cron"
        }

        fn runs(&self, from: Timestamp, until: Timestamp) -> Vec<Timestamp> {
            self.0.iter().copied().filter(|at| *at >= from && *at < until).collect()
        }
    }

    fn check(expression: &str, runs: &[&str], expected: &[&str]) {
        let rule = CompiledRecurrence::cron(expression, "Europe/Berlin").unwrap();
        let zone = TimeZone::get("Europe/Berlin").unwrap();
        let runs = Fixed(runs.iter().map(|at| at.parse().unwrap()).collect());
        assert_eq!(differences(&rule, &runs, &zone, "2026-01-01T00:00:00Z".parse().unwrap(), &|_| true), expected);
    }

    #[test]
    fn differences_are_listed_by_date() {
        check(
            "30 2 * * *",
            &[
                "2026-03-29T01:00:00Z",
                "2026-03-29T01:00:00Z",
                "2026-10-25T01:30:00Z",
                "2027-03-28T01:00:00Z",
                "2027-10-31T00:30:00Z",
            ],
            &[
                "on 2026-03-29, cron also runs at 03:00:00 +02:00",
                "on 2026-10-25, cron also runs at 02:30:00 +01:00, cron does not run at 02:30:00 +02:00",
            ],
        );
    }

    #[test]
    fn long_lists_are_cut() {
        check(
            "* 2 * * *",
            &[],
            &[
                "on 2026-10-25, cron does not run at 02:00:00 +02:00 and 02:01:00 +02:00 and 02:02:00 +02:00 and 117 more times",
                "on 2027-10-31, cron does not run at 02:00:00 +02:00 and 02:01:00 +02:00 and 02:02:00 +02:00 and 117 more times",
            ],
        );
    }
}
