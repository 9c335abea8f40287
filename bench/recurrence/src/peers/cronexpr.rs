//! cronexpr 1.7, on jiff. It has no seconds and takes the time zone as its last field.

use cronexpr::{Crontab, MakeTimestamp};
use jiff::Timestamp;

use super::Peer;
use crate::rows::Row;
use crate::walk::{Step, Walk};

pub(crate) struct Cronexpr;

impl Peer for Cronexpr {
    fn name(&self) -> &'static str {
        "cronexpr"
    }

    fn prepare(&self, row: &Row, zone: &str) -> Option<Box<dyn Walk>> {
        // Version 1.7.0 never returns from a search across the end of Lord Howe's half hour of daylight saving time.
        if row.has_seconds() || zone == "Australia/Lord_Howe" {
            return None;
        }
        let crontab = cronexpr::parse_crontab(&format!("{} {zone}", row.cron)).ok()?;
        Some(Box::new(PreparedSearch(crontab)))
    }
}

struct PreparedSearch(Crontab);

impl Step for PreparedSearch {
    type At = Timestamp;

    fn start(&self, second: i64) -> Timestamp {
        Timestamp::from_second(second).expect("the start is in range")
    }

    fn next(&self, at: &Timestamp) -> Option<Timestamp> {
        self.0.find_next(MakeTimestamp(*at)).ok().map(|next| next.timestamp())
    }

    fn second(at: &Timestamp) -> i64 {
        at.as_second()
    }
}
