//! The spans of time that are compared.

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, ToSpan};

const AT: &str = "2026-01-15T12:00:00Z";
const YEARS: i32 = 2;
/// Time around a DST change that is compared, and the time before it in which a peer finds its rhythm.
const AROUND: SignedDuration = SignedDuration::from_hours(48);
const LEAD: SignedDuration = SignedDuration::from_hours(24);
/// Length of the first window, which has mostly no change.
const PLAIN: SignedDuration = SignedDuration::from_hours(24 * 10);

/// A span of time, without its ends. The peer begins to search at `search_from`.
#[derive(Clone, Copy)]
pub(super) struct Span {
    pub(super) search_from: i64,
    pub(super) from: i64,
    pub(super) until: i64,
}

/// Returns the time from which schedules are compared.
pub(super) fn at() -> Timestamp {
    AT.parse().unwrap()
}

pub(super) fn until() -> Timestamp {
    at().to_zoned(TimeZone::UTC).saturating_add(YEARS.years()).timestamp()
}

/// Returns the DST changes of all the time.
pub(super) fn changes(zone: &TimeZone) -> Vec<Timestamp> {
    zone.following(at()).map(|change| change.timestamp()).take_while(|change| *change < until()).collect()
}

/// Returns all the time as one span.
pub(super) fn complete() -> Vec<Span> {
    vec![Span { search_from: at().as_second(), from: at().as_second(), until: until().as_second() }]
}

/// Returns some days, and the time around each change.
pub(super) fn windows(zone: &TimeZone) -> Vec<Span> {
    let span = |search_from: Timestamp, until: Timestamp| Span {
        search_from: search_from.as_second(),
        from: (search_from + LEAD).as_second(),
        until: until.as_second(),
    };
    let around = changes(zone).into_iter().map(|change| span(change - AROUND - LEAD, change + AROUND));
    std::iter::once(span(at(), at() + PLAIN)).chain(around).collect()
}
