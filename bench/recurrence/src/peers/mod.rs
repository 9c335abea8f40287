//! The measured libraries, one file each.

mod bare;
mod cron;
mod croner;
mod cronexpr;
mod jiff_cron;
mod refrain;
mod rrule;

use chrono::{DateTime, TimeZone};
use chrono_tz::Tz;

use crate::rows::Row;
use crate::walk::Walk;

pub(crate) use self::bare::{BareDatetime, BareZoned};
pub(crate) use self::cron::Cron;
pub(crate) use self::croner::Croner;
pub(crate) use self::cronexpr::Cronexpr;
pub(crate) use self::jiff_cron::JiffCron;
pub(crate) use self::refrain::Refrain;
pub(crate) use self::rrule::Rrule;

/// A library, or the bare round trip.
pub(crate) trait Peer {
    fn name(&self) -> &'static str;
    /// Prepares a recurrence in a time zone. Returns `None` if the library cannot express it.
    fn prepare(&self, row: &Row, zone: &str) -> Option<Box<dyn Walk>>;
    /// Returns whether the peer finds occurrences, rather than only measuring the minimum cost.
    fn is_library(&self) -> bool {
        true
    }
}

/// Returns all peers, Refrain first.
pub(crate) fn all() -> Vec<Box<dyn Peer>> {
    vec![
        Box::new(Refrain),
        Box::new(Croner),
        Box::new(Cron),
        Box::new(Cronexpr),
        Box::new(JiffCron),
        Box::new(Rrule),
        Box::new(BareZoned),
        Box::new(BareDatetime),
    ]
}

fn chrono_at(zone: Tz, second: i64) -> DateTime<Tz> {
    zone.timestamp_opt(second, 0).single().expect("an instant has one civil time")
}
