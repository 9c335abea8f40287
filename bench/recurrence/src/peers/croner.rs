//! croner 4, on chrono, which is its default.

use std::str::FromStr;

use chrono::DateTime;
use chrono_tz::Tz;

use super::{Peer, chrono_at};
use crate::rows::Row;
use crate::walk::{Step, Walk};

pub(crate) struct Croner;

impl Peer for Croner {
    fn name(&self) -> &'static str {
        "croner"
    }

    fn prepare(&self, row: &Row, zone: &str) -> Option<Box<dyn Walk>> {
        let cron = croner::Cron::from_str(row.cron).ok()?;
        Some(Box::new(PreparedSearch { cron, zone: zone.parse().ok()? }))
    }
}

struct PreparedSearch {
    cron: croner::Cron,
    zone: Tz,
}

impl Step for PreparedSearch {
    type At = DateTime<Tz>;

    fn start(&self, second: i64) -> DateTime<Tz> {
        chrono_at(self.zone, second)
    }

    fn next(&self, at: &DateTime<Tz>) -> Option<DateTime<Tz>> {
        self.cron.find_next_occurrence(at, false).ok()
    }

    fn second(at: &DateTime<Tz>) -> i64 {
        at.timestamp()
    }
}
