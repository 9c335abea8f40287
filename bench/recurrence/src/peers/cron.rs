//! cron 0.17, on chrono.

use std::str::FromStr;

use chrono::DateTime;
use chrono_tz::Tz;

use super::{Peer, chrono_at};
use crate::rows::Row;
use crate::walk::{Step, Walk};

pub(crate) struct Cron;

impl Peer for Cron {
    fn name(&self) -> &'static str {
        "cron"
    }

    fn prepare(&self, row: &Row, zone: &str) -> Option<Box<dyn Walk>> {
        let schedule = cron::Schedule::from_str(&row.with_seconds()).ok()?;
        Some(Box::new(PreparedSearch { schedule, zone: zone.parse().ok()? }))
    }
}

struct PreparedSearch {
    schedule: cron::Schedule,
    zone: Tz,
}

impl Step for PreparedSearch {
    type At = DateTime<Tz>;

    fn start(&self, second: i64) -> DateTime<Tz> {
        chrono_at(self.zone, second)
    }

    fn next(&self, at: &DateTime<Tz>) -> Option<DateTime<Tz>> {
        self.schedule.after(at).next()
    }

    fn second(at: &DateTime<Tz>) -> i64 {
        at.timestamp()
    }
}
