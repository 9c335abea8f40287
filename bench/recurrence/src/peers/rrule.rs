//! rrule 0.14, on chrono. It cannot be asked for the fire after an instant without a walk from the start, so it is timed
//! at what it does best: one iterator read to its end.

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
        // What a rule does not say it takes from here: the start of the walk, on the wall.
        let start = chrono_at(zone, STARTS_AT).naive_local().format("%Y%m%dT000000");
        let text = format!("DTSTART;TZID={zone}:{start}\nRRULE:{}", row.rrule?);
        Some(Box::new(Prepared(text.parse().ok()?)))
    }
}

struct Prepared(RRuleSet);

impl Walk for Prepared {
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
