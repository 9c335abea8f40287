//! rrule 0.14, on chrono. It cannot search for the occurrence after an instant without walking from the start. It
//! is therefore measured at what it does best: reading one iterator to its end.

use std::hint::black_box;

use chrono_tz::Tz;
use rrule::RRuleSet;

use super::{Peer, chrono_at};
use crate::rows::{ENDS_AT, Row, STARTS_AT};
use crate::walk::Walk;

pub(crate) struct Rrule;

impl Peer for Rrule {
    fn name(&self) -> &'static str {
        "rrule"
    }

    fn prepare(&self, row: &Row, zone: &str) -> Option<Box<dyn Walk>> {
        let zone: Tz = zone.parse().ok()?;
        // Parts that the rule leaves out default to the local start of the walk.
        let start = chrono_at(zone, STARTS_AT).naive_local().format("%Y%m%dT000000");
        let text = format!("DTSTART;TZID={zone}:{start}\nRRULE:{}", row.rrule?);
        Some(Box::new(PreparedSearch(text.parse().ok()?)))
    }
}

struct PreparedSearch(RRuleSet);

impl Walk for PreparedSearch {
    fn walk(&self, steps: usize) {
        let mut fires = self.0.into_iter();
        for _ in 0..steps {
            let next = fires.next().map(|at| at.timestamp());
            if black_box(next).is_none_or(|second| second >= ENDS_AT) {
                fires = self.0.into_iter();
            }
        }
    }

    fn instants(&self, count: usize) -> Vec<i64> {
        let seconds = self.0.into_iter().map(|at| at.timestamp());
        seconds.skip_while(|second| *second <= STARTS_AT).take_while(|second| *second < ENDS_AT).take(count).collect()
    }
}
