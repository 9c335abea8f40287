//! Time slots, the hours and days of a time zone, into which occurrences are grouped. Pure.

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, ToSpan};
use serde::Deserialize;
use utoipa::ToSchema;

use super::problem::Problem;
use super::problem_code::ProblemCode;

/// Maximum number of occurrences in a time slot that are shown one by one. More are merged into one span.
pub(crate) const SINGLES_MAX: usize = 4;
/// Maximum length of a window with hourly slots, in days. Longer windows use days.
const HOURLY_DAYS_MAX: i64 = 8;
/// Maximum length of a window, in days: the six weeks that a month may touch.
pub(crate) const DAYS_MAX: i64 = 45;

/// Length of a time slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Slot {
    Hour,
    Day,
}

impl Slot {
    /// Returns the requested slot length, or the one that fits a window.
    pub(crate) fn for_window(asked: Option<Self>, from: Timestamp, until: Timestamp) -> Result<Self, Problem> {
        let is_long = until.duration_since(from) > SignedDuration::from_hours(24 * HOURLY_DAYS_MAX);
        match asked {
            Some(Self::Hour) if is_long => {
                let detail = format!(
                    "from {from} to {until} is more than {HOURLY_DAYS_MAX} days, which is too long for hourly slots"
                );
                Err(Problem::new(ProblemCode::OutOfRange, detail).at_path("fold").with_hint("use `fold=day`"))
            }
            Some(slot) => Ok(slot),
            None => Ok(if is_long { Self::Day } else { Self::Hour }),
        }
    }
}

/// A time window divided into slots.
#[derive(Clone, Debug)]
pub(crate) struct Window {
    pub(crate) from: Timestamp,
    pub(crate) until: Timestamp,
    pub(crate) slot: Slot,
    /// Start of each slot, the first at `from` or before it.
    starts: Vec<Timestamp>,
}

impl Window {
    /// Divides a window into hours or days of a time zone.
    pub(crate) fn new(from: Timestamp, until: Timestamp, slot: Slot, zone: &TimeZone) -> Self {
        let mut starts = Vec::new();
        let mut start = start_of(from, slot, zone);
        while start < until {
            starts.push(start);
            let next = match slot {
                Slot::Hour => start.saturating_add(SignedDuration::from_hours(1)).unwrap_or(Timestamp::MAX),
                Slot::Day => next_day(start, zone),
            };
            // The end of representable time.
            if next <= start {
                break;
            }
            start = next;
        }
        Self { from, until, slot, starts }
    }

    /// Returns the start and the end of the slot that contains an instant.
    pub(crate) fn slot_of(&self, at: Timestamp) -> (Timestamp, Timestamp) {
        let after = self.starts.partition_point(|start| *start <= at);
        let start = after.checked_sub(1).map_or(self.from, |index| self.starts[index]);
        (start, self.starts.get(after).copied().unwrap_or(self.until))
    }
}

fn start_of(at: Timestamp, slot: Slot, zone: &TimeZone) -> Timestamp {
    let local = at.to_zoned(zone.clone());
    match slot {
        Slot::Hour => {
            let past = i64::from(local.minute()) * 60 + i64::from(local.second());
            let second = Timestamp::from_second(at.as_second()).unwrap_or(at);
            second.saturating_sub(SignedDuration::from_secs(past)).unwrap_or(Timestamp::MIN)
        }
        Slot::Day => local.start_of_day().map_or(at, |start| start.timestamp()),
    }
}

fn next_day(start: Timestamp, zone: &TimeZone) -> Timestamp {
    let date = start.to_zoned(zone.clone()).date();
    let next = date.checked_add(1.day()).and_then(|date| zone.to_zoned(date.at(0, 0, 0, 0)));
    next.map_or(Timestamp::MAX, |next| next.timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hours_begin_where_those_of_the_zone_do() {
        let at = |text: &str| -> Timestamp { text.parse().unwrap() };
        let kolkata = TimeZone::get("Asia/Kolkata").unwrap();
        let window = Window::new(at("2026-01-05T00:10:00Z"), at("2026-01-05T02:00:00Z"), Slot::Hour, &kolkata);
        assert_eq!(
            window.slot_of(at("2026-01-05T00:40:00Z")),
            (at("2026-01-05T00:30:00Z"), at("2026-01-05T01:30:00Z"))
        );
        assert_eq!(window.slot_of(at("2026-01-05T00:10:00Z")).0, at("2026-01-04T23:30:00Z"));
    }

    #[test]
    fn days_are_as_long_as_in_the_zone() {
        let at = |text: &str| -> Timestamp { text.parse().unwrap() };
        let berlin = TimeZone::get("Europe/Berlin").unwrap();
        let window = Window::new(at("2026-03-29T12:00:00Z"), at("2026-03-31T12:00:00Z"), Slot::Day, &berlin);
        // The 29th has 23 hours.
        assert_eq!(
            window.slot_of(at("2026-03-29T12:00:00Z")),
            (at("2026-03-28T23:00:00Z"), at("2026-03-29T22:00:00Z"))
        );
    }
}
