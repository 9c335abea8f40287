//! Converts wall-clock times to instants: applies offset changes to a civil search.
//!
//! Each search runs inside a segment of constant offset, where civil time and instants differ by a constant. The
//! rest of the work is at the transitions between segments. A gap is a range of civil times between two
//! segments; a fold is a range that both contain.
//!
//! Invariants: results are strictly increasing; an instant is returned once, however many civil times lead to it.

use super::policy::{AcrossMidnight, GapPolicy, TransitionPolicy};
use super::segment::Segment;
use super::{INSTANT_MAX, INSTANT_MIN, Zone};
use crate::civil::{Civil, CivilSearch, SECONDS_PER_DAY};
use crate::definition::Fold;

/// An instant and the civil time that led to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct InstantMatch {
    pub(crate) at: i64,
    pub(crate) nominal: Civil,
    /// Offset of the later pass, if the wall clock has already shown the civil time before.
    pub(crate) later_pass: Option<i32>,
    /// Whether a gap moved the occurrence.
    pub(crate) is_moved: bool,
    /// Index of the leaf that the match comes from.
    pub(crate) leaf: u16,
}

impl InstantMatch {
    fn moved(at: i64, nominal: Civil) -> Self {
        Self { at, nominal, later_pass: None, is_moved: true, leaf: 0 }
    }
}

/// Longer than any offset or shift, so that a jump to this distance from a civil time misses no transition.
const TRANSITION_REACH: i64 = 3 * 86_400;

pub(crate) fn at_or_after(
    search: &impl CivilSearch,
    zone: &Zone,
    policy: TransitionPolicy,
    start: i64,
) -> Option<InstantMatch> {
    let mut at = start.max(INSTANT_MIN);
    while at <= INSTANT_MAX {
        let segment = zone.segment(at);
        // Far from both ends of a segment there are no transitions. Almost every query returns here.
        let hit = search.at_or_after(segment.civil(at));
        if let Some(hit) = hit
            && at >= segment.from + TRANSITION_REACH
            && hit.at.0 < segment.until - TRANSITION_REACH
        {
            return Some(InstantMatch {
                at: hit.at.0 - segment.offset,
                nominal: hit.nominal,
                later_pass: None,
                is_moved: false,
                leaf: 0,
            });
        }
        let transition = Transition::of(&segment, policy);
        let from = segment.civil(at).max(transition.opens);
        let hit = if from == segment.civil(at) { hit } else { search.at_or_after(from) };
        let regular =
            hit.filter(|hit| hit.at < transition.closes).map(|hit| transition.found(&segment, hit.at, hit.nominal));
        let moved = transition.moved_at_or_after(search, at);
        if let Some(found) = earlier(regular, moved) {
            return (found.at <= INSTANT_MAX).then_some(found);
        }
        // Nothing in this segment. If the wall clock is about to be set back before this point, the next segment
        // must be searched. Otherwise the civil time found beyond the segment tells how far nothing can match.
        at = match hit {
            _ if segment.until + segment.after < from.0 => segment.until,
            Some(hit) => segment.until.max(hit.at.0 - TRANSITION_REACH),
            None => return None,
        };
    }
    None
}

pub(crate) fn at_or_before(
    search: &impl CivilSearch,
    zone: &Zone,
    policy: TransitionPolicy,
    start: i64,
) -> Option<InstantMatch> {
    let mut at = start.min(INSTANT_MAX);
    while at >= INSTANT_MIN {
        let segment = zone.segment(at);
        let transition = Transition::of(&segment, policy);
        let from = segment.civil(at).min(transition.closes.plus(-1));
        let hit = search.at_or_before(from);
        let regular =
            hit.filter(|hit| hit.at >= transition.opens).map(|hit| transition.found(&segment, hit.at, hit.nominal));
        // A moved occurrence is within the first minute of a segment, or within one shift of its start.
        let moved = if regular.is_some_and(|found| found.at > segment.from + TRANSITION_REACH) {
            None
        } else {
            transition.moved_at_or_before(search, at)
        };
        if let Some(found) = later(regular, moved) {
            return (found.at >= INSTANT_MIN).then_some(found);
        }
        at = match hit {
            _ if segment.from - 1 + segment.before > from.0 => segment.from - 1,
            Some(hit) => (segment.from - 1).min(hit.at.0 + TRANSITION_REACH),
            None => return None,
        };
    }
    None
}

/// Instants from the first to the last, both inclusive. Empty if the last is before the first.
pub(crate) type Span = (i64, i64);

/// Returns where in a segment the times that the wall clock shows count; the rest belongs to another pass.
pub(crate) fn counted(segment: &Segment, policy: TransitionPolicy) -> Span {
    let transition = Transition::of(segment, policy);
    (transition.opens.0 - segment.offset, transition.closes.0 - segment.offset - 1)
}

/// Returns where in a segment the gap before it may have moved occurrences.
pub(crate) fn moved_to(segment: &Segment, policy: TransitionPolicy) -> Span {
    let len = match Transition::of(segment, policy).gap {
        GapPolicy::Skip => 0,
        // The end of the gap, or a second of its first minute.
        GapPolicy::End { .. } => 60,
        GapPolicy::SameOffset => segment.offset - segment.before,
    };
    (segment.from, segment.until.min(segment.from + len) - 1)
}

/// Returns whether the search has an occurrence at this instant of the segment.
pub(crate) fn has(search: &impl CivilSearch, segment: &Segment, policy: TransitionPolicy, at: i64) -> bool {
    let (counted, moved) = (counted(segment, policy), moved_to(segment, policy));
    let is_moved_here = || match policy.gap {
        GapPolicy::Skip => false,
        GapPolicy::End { .. } => {
            let found = Transition::of(segment, policy).moved_at_or_after(search, at);
            found.is_some_and(|found| found.at == at)
        }
        GapPolicy::SameOffset => search.has(Civil(at + segment.before)),
    };
    (counted.0..=counted.1).contains(&at) && search.has(segment.civil(at))
        || (moved.0..=moved.1).contains(&at) && is_moved_here()
}

/// The start of a segment under a policy, and which civil times of the segment count.
struct Transition {
    /// Instant at which the segment starts.
    at: i64,
    /// Offset before the start.
    before: i64,
    offset: i64,
    /// First civil time of the segment that counts, and the first after it that does not.
    opens: Civil,
    closes: Civil,
    /// Civil times before this one were already shown before the segment began.
    repeated_until: Civil,
    gap: GapPolicy,
}

impl Transition {
    fn of(segment: &Segment, policy: TransitionPolicy) -> Self {
        let starts = Civil(segment.from + segment.offset);
        let ends = Civil(segment.until + segment.offset);
        let repeated_until = Civil(segment.from + segment.before);
        let opens = if policy.fold.at(segment.offset) == Fold::First { starts.max(repeated_until) } else { starts };
        let is_repeated_later = policy.fold.at(segment.after) == Fold::Last;
        let closes = if is_repeated_later { ends.min(Civil(segment.until + segment.after)) } else { ends };
        Self {
            at: segment.from,
            before: segment.before,
            offset: segment.offset,
            opens,
            closes,
            repeated_until,
            gap: if segment.before < segment.offset { policy.gap } else { GapPolicy::Skip },
        }
    }

    fn found(&self, segment: &Segment, at: Civil, nominal: Civil) -> InstantMatch {
        let later_pass = (at < self.repeated_until).then_some(segment.offset as i32);
        InstantMatch { at: at.0 - segment.offset, nominal, later_pass, is_moved: false, leaf: 0 }
    }

    /// Returns the civil times inside the gap before this segment that may still have an occurrence.
    fn skipped_range(&self) -> (Civil, Civil) {
        let ends = Civil(self.at + self.offset);
        let starts = Civil(self.at + self.before);
        match self.gap {
            // An occurrence moves within its own date, so those of a whole lost day are dropped.
            GapPolicy::End { across: AcrossMidnight::Never, .. } => (starts.max(ends.day().start()), ends),
            GapPolicy::End { across: AcrossMidnight::ToMatchingDate | AcrossMidnight::Always, .. }
            | GapPolicy::Skip
            | GapPolicy::SameOffset => (starts, ends),
        }
    }

    /// Returns the one occurrence that stands for all times inside the gap.
    fn collapsed(&self, search: &impl CivilSearch, keeps_seconds: bool) -> Option<InstantMatch> {
        let (starts, ends) = self.skipped_range();
        let hit = search.at_or_after(starts).filter(|hit| hit.at < ends)?;
        if let GapPolicy::End { across: AcrossMidnight::ToMatchingDate, .. } = self.gap
            && hit.at.day() != ends.day()
        {
            let is_whole_day = ends.0 - starts.0 >= SECONDS_PER_DAY;
            let own = search.at_or_after(ends.day().start()).filter(|own| own.at.day() == ends.day());
            own.filter(|_| !is_whole_day)?;
        }
        let kept = if keeps_seconds { hit.at.0.rem_euclid(60) } else { 0 };
        Some(InstantMatch::moved(self.at + kept, hit.nominal))
    }

    fn moved_at_or_after(&self, search: &impl CivilSearch, at: i64) -> Option<InstantMatch> {
        match self.gap {
            GapPolicy::Skip => None,
            GapPolicy::End { keeps_seconds, .. } => {
                // Far past the transition, which is the usual case, no search is necessary.
                if at >= self.at + 60 {
                    return None;
                }
                self.collapsed(search, keeps_seconds).filter(|found| found.at >= at)
            }
            GapPolicy::SameOffset => {
                let (starts, ends) = self.skipped_range();
                let from = starts.max(Civil(at + self.before));
                if from >= ends {
                    return None;
                }
                let hit = search.at_or_after(from).filter(|hit| hit.at < ends)?;
                Some(InstantMatch::moved(hit.at.0 - self.before, hit.nominal))
            }
        }
    }

    fn moved_at_or_before(&self, search: &impl CivilSearch, at: i64) -> Option<InstantMatch> {
        match self.gap {
            GapPolicy::Skip => None,
            GapPolicy::End { keeps_seconds, .. } => {
                self.collapsed(search, keeps_seconds).filter(|found| found.at <= at)
            }
            GapPolicy::SameOffset => {
                let (starts, ends) = self.skipped_range();
                let from = ends.plus(-1).min(Civil(at + self.before));
                let hit = search.at_or_before(from).filter(|hit| hit.at >= starts)?;
                Some(InstantMatch::moved(hit.at.0 - self.before, hit.nominal))
            }
        }
    }
}

/// Returns the earlier of two matches; at the same instant, the one that was not moved.
fn earlier(regular: Option<InstantMatch>, moved: Option<InstantMatch>) -> Option<InstantMatch> {
    match (regular, moved) {
        (Some(regular), Some(moved)) => Some(if moved.at < regular.at { moved } else { regular }),
        (found, None) | (None, found) => found,
    }
}

fn later(regular: Option<InstantMatch>, moved: Option<InstantMatch>) -> Option<InstantMatch> {
    match (regular, moved) {
        (Some(regular), Some(moved)) => Some(if moved.at > regular.at { moved } else { regular }),
        (found, None) | (None, found) => found,
    }
}
