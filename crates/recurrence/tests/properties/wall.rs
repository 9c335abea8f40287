//! The wall clock of a zone around an instant, from jiff alone: segments of constant offset and the transitions
//! between them.
//!
//! This module does not use the library's own tables, because they are compared with it.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::{Offset, TimeZone};

/// A segment of seconds with a constant offset, and the offsets before and after it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stretch {
    pub(crate) from: i64,
    pub(crate) until: i64,
    pub(crate) offset: Offset,
    pub(crate) before: Option<Offset>,
    pub(crate) after: Option<Offset>,
}

impl Stretch {
    pub(crate) fn civil(&self, second: i64) -> DateTime {
        civil(self.offset, second)
    }
}

pub(crate) fn civil(offset: Offset, second: i64) -> DateTime {
    offset.to_datetime(timestamp(second))
}

pub(crate) fn timestamp(second: i64) -> Timestamp {
    Timestamp::from_second(second).expect("scans stay inside the calendar")
}

/// Returns the segments between `from`, inclusive, and `until`, exclusive, cut to that range. The offsets before
/// and after are those across the cuts.
pub(crate) fn stretches(zone: &TimeZone, from: i64, until: i64) -> Vec<Stretch> {
    let mut cuts = vec![from];
    let seams = zone.following(timestamp(from)).map(|transition| transition.timestamp().as_second());
    cuts.extend(seams.take_while(|second| *second < until));
    cuts.push(until);
    let offset = |second: i64| zone.to_offset(timestamp(second));
    let before = |second: i64| Some(offset(second - 1)).filter(|before| *before != offset(second));
    cuts.windows(2)
        .map(|pair| Stretch {
            from: pair[0],
            until: pair[1],
            offset: offset(pair[0]),
            before: before(pair[0]),
            after: Some(offset(pair[1])).filter(|after| *after != offset(pair[1] - 1)),
        })
        .collect()
}

/// Returns every second between two instants at which the offset changes.
pub(crate) fn changes(zone: &TimeZone, from: &str, until: &str) -> Vec<i64> {
    let instant = |text: &str| text.parse::<Timestamp>().expect("an instant");
    let until = instant(until);
    let transitions = zone.following(instant(from)).take_while(|transition| transition.timestamp() < until);
    transitions
        .map(|transition| transition.timestamp().as_second())
        .filter(|second| zone.to_offset(timestamp(*second)) != zone.to_offset(timestamp(*second - 1)))
        .collect()
}
