//! jiff-cron 0.3, on jiff.

use std::str::FromStr;

use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};

use super::Peer;
use crate::rows::Row;
use crate::walk::{Step, Walk};

pub(crate) struct JiffCron;

impl Peer for JiffCron {
    fn name(&self) -> &'static str {
        "jiff-cron"
    }

    fn prepare(&self, row: &Row, zone: &str) -> Option<Box<dyn Walk>> {
        let schedule = jiff_cron::Schedule::from_str(&row.with_seconds()).ok()?;
        Some(Box::new(PreparedSearch { schedule, zone: TimeZone::get(zone).ok()? }))
    }
}

struct PreparedSearch {
    schedule: jiff_cron::Schedule,
    zone: TimeZone,
}

impl Step for PreparedSearch {
    type At = Zoned;

    fn start(&self, second: i64) -> Zoned {
        Timestamp::from_second(second).expect("the start is in range").to_zoned(self.zone.clone())
    }

    fn next(&self, at: &Zoned) -> Option<Zoned> {
        self.schedule.after(at.clone()).next()
    }

    fn second(at: &Zoned) -> i64 {
        at.timestamp().as_second()
    }
}
