//! From wall-clock times to instants: what a change of offset does to a civil search.
//!
//! A search is run inside each stretch of constant offset, where civil time and instants differ by a constant. What is
//! left are the seams. A gap is a range of civil times between two stretches; a fold is a range that both contain.
//!
//! Invariants: answers rise strictly; an instant is answered once however many civil times lead to it.

use crate::civil::{Civil, CivilSearch, SECONDS_PER_DAY};
use crate::spec::{Fold, Gap};
use crate::zone::{INSTANT_MAX, INSTANT_MIN, Segment, Zone};

/// What a rule does at the seams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SeamPolicy {
    pub(crate) gap: SeamGap,
    pub(crate) fold: SeamFold,
}

/// Which pass of a civil time that comes twice fires. Finer than what users choose from, as with the gap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SeamFold {
    First,
    Last,
    Both,
    /// The last pass where the later offset is UTC or east of it, both passes elsewhere.
    LastInEast,
}

impl SeamFold {
    /// What it means at a change to that offset.
    pub(crate) fn at(self, later_offset: i64) -> Fold {
        match self {
            Self::First => Fold::First,
            Self::Last => Fold::Last,
            Self::Both => Fold::Both,
            Self::LastInEast if later_offset >= 0 => Fold::Last,
            Self::LastInEast => Fold::Both,
        }
    }
}

impl From<Fold> for SeamFold {
    fn from(fold: Fold) -> Self {
        match fold {
            Fold::First => Self::First,
            Fold::Last => Self::Last,
            Fold::Both => Self::Both,
        }
    }
}

/// What happens to civil times that a gap swallows. Finer than what users choose from, because peers differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SeamGap {
    Skip,
    /// All of them together fire once, at the end of the gap.
    End {
        across: AcrossMidnight,
        /// The seconds field of the first of them stays.
        keeps_seconds: bool,
        /// A search that starts at the very end of the gap, inclusively, finds the fire there.
        found_from_end: bool,
    },
    /// Each fires later by the width of the gap.
    SameOffset,
}

/// Whether a fire may move to the end of a gap that lies on a later date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AcrossMidnight {
    Never,
    /// When the later date has fires of its own, and the gap is not a whole lost day.
    ToMatchingDate,
    Always,
}

impl SeamGap {
    pub(crate) const NEXT_VALID: Self =
        Self::End { across: AcrossMidnight::Never, keeps_seconds: false, found_from_end: true };
    /// croner asks whether the end of the gap has a date that matches.
    pub(crate) const GAP_END_ON_MATCHING_DATE: Self =
        Self::End { across: AcrossMidnight::ToMatchingDate, keeps_seconds: false, found_from_end: true };
    /// croniter walks minute by minute out of the gap.
    pub(crate) const GAP_END_KEEPING_SECONDS: Self =
        Self::End { across: AcrossMidnight::Always, keeps_seconds: true, found_from_end: true };
    /// Cronos searches civil time, where the end of the gap is past the times inside it.
    pub(crate) const GAP_END_UNSEEN_FROM_END: Self =
        Self::End { across: AcrossMidnight::Always, keeps_seconds: false, found_from_end: false };
}

impl From<Gap> for SeamGap {
    fn from(gap: Gap) -> Self {
        match gap {
            Gap::NextValid => Self::NEXT_VALID,
            Gap::Skip => Self::Skip,
            Gap::SameOffset => Self::SameOffset,
        }
    }
}

impl SeamPolicy {
    /// Follows elapsed time: what the wall clock skips is skipped, what it repeats is repeated.
    pub(crate) const THROUGH: Self = Self { gap: SeamGap::Skip, fold: SeamFold::Both };
}

/// An instant and the civil time that led to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) at: i64,
    pub(crate) nominal: Civil,
    /// The offset, when the civil time had already been on the wall before.
    pub(crate) later_pass: Option<i32>,
    /// A gap moved it.
    pub(crate) is_moved: bool,
    /// Which leaf of the rule it came from.
    pub(crate) leaf: u16,
}

impl Found {
    fn moved(at: i64, nominal: Civil) -> Self {
        Self { at, nominal, later_pass: None, is_moved: true, leaf: 0 }
    }
}

/// Wider than any offset or shift, so that a jump of this much to either side of a civil time misses no seam.
const SEAM_REACH: i64 = 3 * 86_400;

pub(crate) fn at_or_after(search: &impl CivilSearch, zone: &Zone, policy: SeamPolicy, start: i64) -> Option<Found> {
    let mut at = start.max(INSTANT_MIN);
    while at <= INSTANT_MAX {
        let segment = zone.segment(at);
        // Far from both ends of a stretch there are no seams; nearly every question is answered here.
        let hit = search.at_or_after(segment.civil(at));
        if let Some(hit) = hit
            && at >= segment.from + SEAM_REACH
            && hit.at.0 < segment.until - SEAM_REACH
        {
            return Some(Found {
                at: hit.at.0 - segment.offset,
                nominal: hit.nominal,
                later_pass: None,
                is_moved: false,
                leaf: 0,
            });
        }
        let seam = Seam::of(&segment, policy);
        let from = segment.civil(at).max(seam.opens);
        let hit = if from == segment.civil(at) { hit } else { search.at_or_after(from) };
        let regular = hit.filter(|hit| hit.at < seam.closes).map(|hit| seam.found(&segment, hit.at, hit.nominal));
        let moved = seam.moved_at_or_after(search, at);
        if let Some(found) = earlier(regular, moved) {
            return (found.at <= INSTANT_MAX).then_some(found);
        }
        // Nothing in this stretch. If the wall clock is about to be set back before this point, the next one must be
        // looked at; otherwise the civil time found beyond tells how far nothing can match.
        at = match hit {
            _ if segment.until + segment.after < from.0 => segment.until,
            Some(hit) => segment.until.max(hit.at.0 - SEAM_REACH),
            None => return None,
        };
    }
    None
}

pub(crate) fn at_or_before(search: &impl CivilSearch, zone: &Zone, policy: SeamPolicy, start: i64) -> Option<Found> {
    let mut at = start.min(INSTANT_MAX);
    while at >= INSTANT_MIN {
        let segment = zone.segment(at);
        let seam = Seam::of(&segment, policy);
        let from = segment.civil(at).min(seam.closes.plus(-1));
        let hit = search.at_or_before(from);
        let regular = hit.filter(|hit| hit.at >= seam.opens).map(|hit| seam.found(&segment, hit.at, hit.nominal));
        // A moved fire stands within the first minute of a stretch, or one shift of its start.
        let moved = if regular.is_some_and(|found| found.at > segment.from + SEAM_REACH) {
            None
        } else {
            seam.moved_at_or_before(search, at)
        };
        if let Some(found) = later(regular, moved) {
            return (found.at >= INSTANT_MIN).then_some(found);
        }
        at = match hit {
            _ if segment.from - 1 + segment.before > from.0 => segment.from - 1,
            Some(hit) => (segment.from - 1).min(hit.at.0 + SEAM_REACH),
            None => return None,
        };
    }
    None
}

/// Instants from the first to the last, both included; none when the last is before the first.
pub(crate) type Span = (i64, i64);

/// Where in a stretch a rule has what the wall clock shows; elsewhere that is another pass's.
pub(crate) fn counted(segment: &Segment, policy: SeamPolicy) -> Span {
    let seam = Seam::of(segment, policy);
    (seam.opens.0 - segment.offset, seam.closes.0 - segment.offset - 1)
}

/// Where in a stretch the gap before it may have moved something.
pub(crate) fn moved_to(segment: &Segment, policy: SeamPolicy) -> Span {
    let len = match Seam::of(segment, policy).gap {
        SeamGap::Skip => 0,
        // The end of the gap, or the seconds of its first minute.
        SeamGap::End { .. } => 60,
        SeamGap::SameOffset => segment.offset - segment.before,
    };
    (segment.from, segment.until.min(segment.from + len) - 1)
}

/// Whether an instant of the stretch is answered by the search.
pub(crate) fn has(search: &impl CivilSearch, segment: &Segment, policy: SeamPolicy, at: i64) -> bool {
    let (counted, moved) = (counted(segment, policy), moved_to(segment, policy));
    let is_moved_here = || match policy.gap {
        SeamGap::Skip => false,
        SeamGap::End { .. } => {
            let found = Seam::of(segment, policy).moved_at_or_after(search, at);
            found.is_some_and(|found| found.at == at)
        }
        SeamGap::SameOffset => search.has(Civil(at + segment.before)),
    };
    (counted.0..=counted.1).contains(&at) && search.has(segment.civil(at))
        || (moved.0..=moved.1).contains(&at) && is_moved_here()
}

/// The start of a stretch as the policy sees it, and which civil times of the stretch count.
struct Seam {
    /// The instant the stretch starts at.
    at: i64,
    /// Offset on the far side of the start.
    before: i64,
    offset: i64,
    /// The first civil time of the stretch that counts, and the first after that does not.
    opens: Civil,
    closes: Civil,
    /// Civil times below this were on the wall before the stretch began.
    repeated_until: Civil,
    gap: SeamGap,
}

impl Seam {
    fn of(segment: &Segment, policy: SeamPolicy) -> Self {
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
            gap: if segment.before < segment.offset { policy.gap } else { SeamGap::Skip },
        }
    }

    fn found(&self, segment: &Segment, at: Civil, nominal: Civil) -> Found {
        let later_pass = (at < self.repeated_until).then_some(segment.offset as i32);
        Found { at: at.0 - segment.offset, nominal, later_pass, is_moved: false, leaf: 0 }
    }

    /// The civil times that the gap before this stretch swallowed and that may still fire.
    fn swallowed(&self) -> (Civil, Civil) {
        let ends = Civil(self.at + self.offset);
        let starts = Civil(self.at + self.before);
        match self.gap {
            // A fire moves within its own date; what a whole lost day would have held is gone.
            SeamGap::End { across: AcrossMidnight::Never, .. } => (starts.max(ends.day().start()), ends),
            SeamGap::End { across: AcrossMidnight::ToMatchingDate | AcrossMidnight::Always, .. }
            | SeamGap::Skip
            | SeamGap::SameOffset => (starts, ends),
        }
    }

    /// The one fire that stands for all times the gap swallowed.
    fn collapsed(&self, search: &impl CivilSearch, keeps_seconds: bool) -> Option<Found> {
        let (starts, ends) = self.swallowed();
        let hit = search.at_or_after(starts).filter(|hit| hit.at < ends)?;
        if let SeamGap::End { across: AcrossMidnight::ToMatchingDate, .. } = self.gap
            && hit.at.day() != ends.day()
        {
            let is_whole_day = ends.0 - starts.0 >= SECONDS_PER_DAY;
            let own = search.at_or_after(ends.day().start()).filter(|own| own.at.day() == ends.day());
            own.filter(|_| !is_whole_day)?;
        }
        let kept = if keeps_seconds { hit.at.0.rem_euclid(60) } else { 0 };
        Some(Found::moved(self.at + kept, hit.nominal))
    }

    fn moved_at_or_after(&self, search: &impl CivilSearch, at: i64) -> Option<Found> {
        match self.gap {
            SeamGap::Skip => None,
            SeamGap::End { keeps_seconds, .. } => {
                // Far past the seam, which is nearly always, nothing needs to be searched.
                if at >= self.at + 60 {
                    return None;
                }
                self.collapsed(search, keeps_seconds).filter(|found| found.at >= at)
            }
            SeamGap::SameOffset => {
                let (starts, ends) = self.swallowed();
                let from = starts.max(Civil(at + self.before));
                if from >= ends {
                    return None;
                }
                let hit = search.at_or_after(from).filter(|hit| hit.at < ends)?;
                Some(Found::moved(hit.at.0 - self.before, hit.nominal))
            }
        }
    }

    fn moved_at_or_before(&self, search: &impl CivilSearch, at: i64) -> Option<Found> {
        match self.gap {
            SeamGap::Skip => None,
            SeamGap::End { keeps_seconds, .. } => self.collapsed(search, keeps_seconds).filter(|found| found.at <= at),
            SeamGap::SameOffset => {
                let (starts, ends) = self.swallowed();
                let from = ends.plus(-1).min(Civil(at + self.before));
                let hit = search.at_or_before(from).filter(|hit| hit.at >= starts)?;
                Some(Found::moved(hit.at.0 - self.before, hit.nominal))
            }
        }
    }
}

/// Of two fires the earlier; of two at one instant the one that was not moved.
fn earlier(regular: Option<Found>, moved: Option<Found>) -> Option<Found> {
    match (regular, moved) {
        (Some(regular), Some(moved)) => Some(if moved.at < regular.at { moved } else { regular }),
        (found, None) | (None, found) => found,
    }
}

fn later(regular: Option<Found>, moved: Option<Found>) -> Option<Found> {
    match (regular, moved) {
        (Some(regular), Some(moved)) => Some(if moved.at > regular.at { moved } else { regular }),
        (found, None) | (None, found) => found,
    }
}
