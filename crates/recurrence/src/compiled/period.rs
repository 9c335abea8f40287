//! Period keys and labels. The key is the name under which an occurrence is recorded exactly once.
//!
//! A key is built from local time, not from the instant. A new version of the time zone database may move the
//! occurrence, but it keeps its key. Only occurrences of elapsed time are named by their instant.

use jiff::Timestamp;
use jiff::tz::Offset;

use super::CompiledRecurrence;
use super::occurrence::{Occurrence, Origin, Period};
use crate::calendar::CivilPeriod;
use crate::civil::Civil;
use crate::definition::Fold;
use crate::search::{Leaf, Search, Wall};
use crate::zone::{Zone, offset_text};

fn instant(zone: &Zone, civil: Civil) -> Timestamp {
    Timestamp::from_second(zone.reached(civil)).unwrap_or(Timestamp::MAX)
}

impl CompiledRecurrence {
    /// Returns the period that an occurrence of this recurrence stands for.
    pub fn period_of(&self, occurrence: &Occurrence) -> Period {
        let key = self.period_key(occurrence);
        if let Some(Leaf { search: Search::Wall(Wall::Calendar(calendar), _), zone, .. }) = self.leaf_of(occurrence) {
            let CivilPeriod { label, starts, ends, .. } = calendar.period(occurrence.nominal);
            return Period { key, label, starts_at: instant(zone, starts), ends_at: Some(instant(zone, ends)) };
        }
        Period {
            key,
            label: occurrence.nominal().strftime("%A %-d %B %Y, %H:%M:%S").to_string(),
            starts_at: occurrence.at,
            ends_at: self.next_after(occurrence.at).map(|next| next.at),
        }
    }

    /// Returns the calendar interval that an occurrence stands for, or `None` if the recurrence is not a `calendar`
    /// one.
    pub fn calendar_interval(&self, occurrence: &Occurrence) -> Option<(Timestamp, Timestamp)> {
        let Some(Leaf { search: Search::Wall(Wall::Calendar(calendar), _), zone, .. }) = self.leaf_of(occurrence)
        else {
            return None;
        };
        let CivilPeriod { starts, ends, .. } = calendar.period(occurrence.nominal);
        Some((instant(zone, starts), instant(zone, ends)))
    }

    /// Returns the key of [`CompiledRecurrence::period_of`], without computing the rest of the period.
    pub fn period_key(&self, occurrence: &Occurrence) -> String {
        let (Some(leaf), Origin::Leaf { later_pass, .. }) = (self.leaf_of(occurrence), occurrence.origin) else {
            return occurrence.at.to_string();
        };
        let key = key_in(leaf, occurrence, later_pass);
        // Parts of a union that name their periods alike are numbered: the second gets `#2`, and so on.
        match leaf.earlier_with_same_keys {
            0 => key,
            before => format!("{key}#{}", before + 1),
        }
    }

    fn leaf_of(&self, occurrence: &Occurrence) -> Option<&Leaf> {
        match occurrence.origin {
            Origin::FirstRun => None,
            Origin::Leaf { index, .. } => self.leaves.get(usize::from(index)),
        }
    }
}

/// Returns the key of an occurrence among those of one leaf.
fn key_in(leaf: &Leaf, occurrence: &Occurrence, later_pass: Option<i32>) -> String {
    let offset = later_pass.and_then(|seconds| Offset::from_seconds(seconds).ok()).map(offset_text);
    match &leaf.search {
        Search::Elapsed(_) | Search::Wall(Wall::EveryUnit(_), _) => occurrence.at.to_string(),
        Search::Wall(Wall::Calendar(calendar), policy) => {
            let key = calendar.period(occurrence.nominal).key;
            // A period has one name. The later pass needs its own only where both passes have an occurrence.
            match offset.filter(|_| policy.fold.at(later_pass.map_or(0, i64::from)) == Fold::Both) {
                None => key,
                Some(offset) => format!("{key}@{offset}"),
            }
        }
        Search::Wall(Wall::Cron(_) | Wall::Every(_) | Wall::Rrule(_) | Wall::Times(_), _) => {
            format!("{}{}[{}]", occurrence.nominal(), offset.unwrap_or_default(), leaf.zone.name())
        }
    }
}
