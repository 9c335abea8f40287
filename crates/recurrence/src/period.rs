//! Period keys and labels: the name under which an occurrence is recorded once.
//!
//! A key is made of local time, not of the instant, so that a new version of the zone database moves the fire but not
//! its name. Only elapsed time is named by the instant.

use jiff::Timestamp;
use jiff::tz::Offset;

use crate::civil::Civil;
use crate::leaf::{Leaf, Search, Wall};
use crate::occurrence::{Occurrence, Origin, Period};
use crate::rule::Rule;
use crate::zone::offset_text;

impl Rule {
    /// The period an occurrence of this rule stands for.
    pub fn period_of(&self, occurrence: &Occurrence) -> Period {
        let leaf = match occurrence.origin {
            Origin::FirstRun => None,
            Origin::Leaf { index, .. } => self.leaves.get(usize::from(index)),
        };
        if let Some(Leaf { search: Search::Wall(Wall::Calendar(calendar), _), zone, .. }) = leaf {
            let period = calendar.period(occurrence.nominal);
            let instant = |civil: Civil| Timestamp::from_second(zone.reached(civil)).unwrap_or(Timestamp::MAX);
            return Period {
                key: period.key,
                label: period.label,
                starts_at: instant(period.starts),
                ends_at: Some(instant(period.ends)),
            };
        }
        Period {
            key: self.key_of(occurrence, leaf),
            label: occurrence.nominal().strftime("%A %-d %B %Y, %H:%M:%S").to_string(),
            starts_at: occurrence.at,
            ends_at: self.next_after(occurrence.at).map(|next| next.at),
        }
    }

    /// The key alone, without looking for the end of the period.
    pub fn period_key(&self, occurrence: &Occurrence) -> String {
        let Origin::Leaf { index, .. } = occurrence.origin else { return occurrence.at.to_string() };
        match self.leaves.get(usize::from(index)) {
            Some(Leaf { search: Search::Wall(Wall::Calendar(calendar), _), .. }) => {
                calendar.period(occurrence.nominal).key
            }
            leaf => self.key_of(occurrence, leaf),
        }
    }

    fn key_of(&self, occurrence: &Occurrence, leaf: Option<&Leaf>) -> String {
        let (Some(leaf), Origin::Leaf { later_pass, .. }) = (leaf, occurrence.origin) else {
            return occurrence.at.to_string();
        };
        match &leaf.search {
            Search::Elapsed(_) | Search::Wall(Wall::EveryUnit(_), _) => occurrence.at.to_string(),
            Search::Wall(Wall::Cron(_) | Wall::Every(_) | Wall::Calendar(_) | Wall::Rrule(_) | Wall::Times(_), _) => {
                let local = occurrence.nominal();
                let zone = leaf.zone.name();
                match later_pass.and_then(|seconds| Offset::from_seconds(seconds).ok()) {
                    None => format!("{local}[{zone}]"),
                    Some(offset) => format!("{local}{}[{zone}]", offset_text(offset)),
                }
            }
        }
    }
}
