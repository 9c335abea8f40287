//! Refrain itself.

use jiff::Timestamp;
use refrain_recurrence::CompiledRecurrence;

use super::Peer;
use crate::rows::Row;
use crate::walk::{Step, Walk};

pub(crate) struct Refrain;

impl Peer for Refrain {
    fn name(&self) -> &'static str {
        "refrain"
    }

    fn prepare(&self, row: &Row, zone: &str) -> Option<Box<dyn Walk>> {
        Some(Box::new(PreparedSearch(CompiledRecurrence::cron(row.cron, zone).ok()?)))
    }
}

struct PreparedSearch(CompiledRecurrence);

impl Step for PreparedSearch {
    type At = Timestamp;

    fn start(&self, second: i64) -> Timestamp {
        Timestamp::from_second(second).expect("the start is in range")
    }

    #[inline]
    fn next(&self, at: &Timestamp) -> Option<Timestamp> {
        self.0.next_after(*at).map(|occurrence| occurrence.at())
    }

    #[inline]
    fn second(at: &Timestamp) -> i64 {
        at.as_second()
    }
}
