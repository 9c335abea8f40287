//! The effects of offset changes on a recurrence, per occurrence and per change.
//!
//! Only wall-clock recurrences are affected. An interval of elapsed time does not depend on changes of the wall clock.

use jiff::Timestamp;

use super::lint::dst::affected;
use crate::compiled::{CompiledRecurrence, Occurrence, Origin};
use crate::search::{Leaf, Search};

/// Effect of an offset change on one occurrence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DstEffect {
    /// The local time does not exist that day, so the occurrence is at another time.
    Moved,
    /// The local time occurs twice, and this is the first pass.
    FirstPass,
    /// The local time occurs twice, and this is the second pass.
    LaterPass,
}

/// Whether an offset change skips local times or repeats them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DstKind {
    /// The clock is set forward.
    Gap,
    /// The clock is set back.
    Fold,
}

/// An offset change that affects local times of a recurrence.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DstDate {
    /// Instant of the change.
    pub at: Timestamp,
    /// Direction of the change.
    pub kind: DstKind,
    /// Affected local times, and what happens to them.
    pub message: String,
}

impl CompiledRecurrence {
    /// Returns the effect of an offset change on an occurrence of this recurrence, or `None` if there is none.
    ///
    /// ```
    /// use refrain_recurrence::{DstEffect, CompiledRecurrence};
    ///
    /// let rule = CompiledRecurrence::cron("30 2 * * *", "Europe/Berlin")?;
    /// let next = rule.next_after("2026-03-28T12:00:00Z".parse()?).unwrap();
    /// assert_eq!(rule.dst_effect(&next), Some(DstEffect::Moved));
    /// assert_eq!(rule.dst_effect(&rule.next_after(next.at()).unwrap()), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn dst_effect(&self, occurrence: &Occurrence) -> Option<DstEffect> {
        let Origin::Leaf { index, later_pass, is_moved } = occurrence.origin else { return None };
        let leaf = self.leaves.get(usize::from(index))?;
        if !matches!(leaf.search, Search::Wall(..)) {
            return None;
        }
        // A calendar moves an occurrence by whole days. Only a gap changes its time of day.
        let second = leaf.zone.civil(occurrence.at.as_second()).second_of_day();
        if is_moved || second != occurrence.nominal.second_of_day() {
            return Some(DstEffect::Moved);
        }
        if later_pass.is_some() {
            return Some(DstEffect::LaterPass);
        }
        comes_again(leaf, occurrence.at.as_second()).then_some(DstEffect::FirstPass)
    }

    /// Returns the offset changes from `from`, inclusive, to `until`, exclusive, that skip or repeat local times of
    /// this recurrence, in order. Changes without a noticeable effect, where the occurrences stay evenly spaced,
    /// are left out.
    pub fn dst_dates(&self, from: Timestamp, until: Timestamp) -> Vec<DstDate> {
        let found = affected(self, from.as_second(), until.as_second());
        let dated = |kind: DstKind| {
            move |(at, message): (i64, String)| {
                let at = Timestamp::from_second(at).ok()?;
                Some(DstDate { at, kind, message })
            }
        };
        let gaps = found.skipped.into_iter().filter_map(dated(DstKind::Gap));
        let mut dates: Vec<DstDate> = gaps.chain(found.repeated.into_iter().filter_map(dated(DstKind::Fold))).collect();
        dates.sort_by_key(|date| date.at);
        dates
    }
}

/// Returns whether the wall clock shows the same time again after the end of its segment.
fn comes_again(leaf: &Leaf, at: i64) -> bool {
    let segment = leaf.zone.segment(at);
    at >= segment.until.saturating_sub(segment.offset - segment.after) && segment.after < segment.offset
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compiled::Context;
    use crate::definition::{CronRecurrence, Fold, Gap, Recurrence, Spec};

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn daily(expression: &str, gap: Gap, fold: Fold) -> CompiledRecurrence {
        let cron = CronRecurrence { expression: expression.to_owned(), ..CronRecurrence::default() };
        let mut spec = Spec::new(Recurrence::Cron(cron), "Europe/Berlin");
        (spec.dst.gap, spec.dst.fold) = (Some(gap), Some(fold));
        CompiledRecurrence::compile(&spec, &Context::default()).unwrap()
    }

    fn effects(rule: &CompiledRecurrence, from: &str, count: usize) -> Vec<Option<DstEffect>> {
        rule.iter_after(at(from)).take(count).map(|found| rule.dst_effect(&found)).collect()
    }

    #[test]
    fn the_dst_effect_of_an_occurrence_is_reported() {
        use DstEffect::{FirstPass, LaterPass, Moved};
        for gap in [Gap::NextValid, Gap::SameOffset] {
            let rule = daily("30 2 * * *", gap, Fold::First);
            assert_eq!(effects(&rule, "2026-03-28T00:00:00Z", 3), [None, Some(Moved), None], "{gap:?}");
        }
        let (first, last) = (daily("30 2 * * *", Gap::Skip, Fold::First), daily("30 2 * * *", Gap::Skip, Fold::Last));
        let both = daily("30 2 * * *", Gap::Skip, Fold::Both);
        assert_eq!(effects(&first, "2026-10-24T12:00:00Z", 2), [Some(FirstPass), None]);
        assert_eq!(effects(&last, "2026-10-24T12:00:00Z", 2), [Some(LaterPass), None]);
        assert_eq!(effects(&both, "2026-10-24T12:00:00Z", 3), [Some(FirstPass), Some(LaterPass), None]);
        let hourly = CompiledRecurrence::cron("0 * * * *", "UTC").unwrap();
        assert_eq!(effects(&hourly, "2026-10-24T22:00:00Z", 6), [None; 6]);
    }

    #[test]
    fn the_dst_dates_of_a_year_are_listed_in_order() {
        let rule = daily("30 2 * * *", Gap::NextValid, Fold::Both);
        let dates = rule.dst_dates(at("2026-01-01T00:00:00Z"), at("2027-01-01T00:00:00Z"));
        let reported: Vec<_> = dates.iter().map(|date| (date.at, date.kind)).collect();
        assert_eq!(reported, [(at("2026-03-29T01:00:00Z"), DstKind::Gap), (at("2026-10-25T01:00:00Z"), DstKind::Fold)]);
        assert!(dates[1].message.contains("runs twice"), "{}", dates[1].message);
        assert_eq!(rule.dst_dates(at("2026-04-01T00:00:00Z"), at("2026-10-01T00:00:00Z")), []);
    }
}
