//! The dates and times of day at which a recurrence runs, sampled over ten years.

use std::collections::BTreeSet;

use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, ToSpan};
use refrain_recurrence::{CompiledRecurrence, Occurrence};

/// Number of years whose dates are collected.
const YEARS: i32 = 10;
/// A recurrence without a run after this number of years has an end.
const END_YEARS: i32 = 60;
/// Number of dates whose times of day are compared.
const DATES: usize = 12;
const SECOND: SignedDuration = SignedDuration::from_secs(1);

/// Dates and times of day.
#[derive(Debug)]
pub(super) struct Sample {
    /// First whole day of the sample.
    pub(super) first: Date,
    /// Day after the last day of the sample.
    pub(super) last: Date,
    pub(super) dates: BTreeSet<Date>,
    /// Times of day, the same on each of the dates.
    pub(super) times: BTreeSet<Time>,
}

/// A clock that the times are read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ClockOf {
    /// The clock of the recurrence. A time that a DST change moves counts as it was meant.
    Recurrence,
    /// The clock of UTC.
    Utc,
}

impl Sample {
    /// Collects the dates and times, or says why they cannot be those of fields.
    pub(super) fn take(rule: &CompiledRecurrence, zone: &TimeZone, of: ClockOf, at: Timestamp) -> Result<Self, String> {
        let local = |occurrence: &Occurrence| match of {
            ClockOf::Recurrence => occurrence.nominal(),
            ClockOf::Utc => TimeZone::UTC.to_datetime(occurrence.at()),
        };
        let first = zone.to_datetime(at).date().saturating_add(1.day());
        let last = first.saturating_add(YEARS.years());
        let start = |date: Date| zone.to_timestamp(date.at(0, 0, 0, 0)).unwrap_or(Timestamp::MAX);
        let end_at = start(first.saturating_add(END_YEARS.years()));
        if rule.next_after(end_at).is_none() {
            return Err("it has an end, or a limit of runs".to_owned());
        }
        let mut dates = BTreeSet::new();
        let mut from = start(first) - SECOND;
        while let Some(occurrence) = rule.next_after(from) {
            let date = local(&occurrence).date();
            if date >= last {
                break;
            }
            if date >= first {
                dates.insert(date);
            }
            from = (start(date.saturating_add(1.day())) - SECOND).max(occurrence.at());
        }
        // A day without a DST change has all of its times.
        let is_plain =
            |date: &&Date| zone.to_offset(start(**date)) == zone.to_offset(start(date.saturating_add(1.day())));
        let times = |date: &Date| -> BTreeSet<Time> {
            let found = rule.between(start(*date), start(date.saturating_add(1.day())));
            found.map(|occurrence| local(&occurrence).time()).collect()
        };
        let step = (dates.len() / DATES).max(1);
        let mut sampled = dates.iter().filter(is_plain).step_by(step).take(DATES).map(times);
        let Some(expected) = sampled.next() else { return Err("it does not run within ten years".to_owned()) };
        if sampled.any(|times| times != expected) {
            return Err("it runs at other times of day on some days".to_owned());
        }
        Ok(Self { first, last, dates, times: expected })
    }
}
