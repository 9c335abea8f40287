//! jiff alone: from an instant to the wall clock and back, the minimum cost of a civil-time search based on jiff.
//!
//! There are two variants: through `Zoned`, as most code does it, and directly to a civil date and time, which is
//! cheaper.

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

use super::Peer;
use crate::rows::Row;
use crate::walk::{Step, Walk};

pub(crate) struct BareZoned;
pub(crate) struct BareDatetime;

impl Peer for BareZoned {
    fn name(&self) -> &'static str {
        "jiff zoned"
    }

    fn prepare(&self, row: &Row, zone: &str) -> Option<Box<dyn Walk>> {
        Some(Box::new(ZonedRoundTrip(RoundTrip::new(row, zone)?)))
    }

    fn is_library(&self) -> bool {
        false
    }
}

impl Peer for BareDatetime {
    fn name(&self) -> &'static str {
        "jiff civil"
    }

    fn prepare(&self, row: &Row, zone: &str) -> Option<Box<dyn Walk>> {
        Some(Box::new(DatetimeRoundTrip(RoundTrip::new(row, zone)?)))
    }

    fn is_library(&self) -> bool {
        false
    }
}

struct RoundTrip {
    zone: TimeZone,
    gap: SignedDuration,
}

impl RoundTrip {
    fn new(row: &Row, zone: &str) -> Option<Self> {
        Some(Self { zone: TimeZone::get(zone).ok()?, gap: SignedDuration::from_secs(row.gap_seconds) })
    }

    #[inline]
    fn back(&self, civil: jiff::civil::DateTime) -> Option<Timestamp> {
        self.zone.to_ambiguous_timestamp(civil).compatible().ok()?.checked_add(self.gap).ok()
    }
}

struct ZonedRoundTrip(RoundTrip);
struct DatetimeRoundTrip(RoundTrip);

impl Step for ZonedRoundTrip {
    type At = Timestamp;

    fn start(&self, second: i64) -> Timestamp {
        Timestamp::from_second(second).expect("the start is in range")
    }

    #[inline]
    fn next(&self, at: &Timestamp) -> Option<Timestamp> {
        self.0.back(at.to_zoned(self.0.zone.clone()).datetime())
    }

    #[inline]
    fn second(at: &Timestamp) -> i64 {
        at.as_second()
    }
}

impl Step for DatetimeRoundTrip {
    type At = Timestamp;

    fn start(&self, second: i64) -> Timestamp {
        Timestamp::from_second(second).expect("the start is in range")
    }

    #[inline]
    fn next(&self, at: &Timestamp) -> Option<Timestamp> {
        self.0.back(self.0.zone.to_datetime(*at))
    }

    #[inline]
    fn second(at: &Timestamp) -> i64 {
        at.as_second()
    }
}
