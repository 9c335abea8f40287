//! Finds local times that an offset change skips or repeats, and tells what the recurrence does about each.
//!
//! An interval that continues evenly through the change does not get a warning, because the user would not notice
//! the change. The lint therefore reports a change only where occurrences are farther apart or closer together than
//! on other days.

use jiff::Timestamp;
use jiff::civil::DateTime;

use super::Warning;
use crate::civil::{Civil, CivilSearch, SECONDS_PER_DAY};
use crate::compiled::CompiledRecurrence;
use crate::days_off::CalendarFilter;
use crate::definition::{Fold, Length};
use crate::search::{Leaf, Search};
use crate::zone::{GapPolicy, INSTANT_MAX, Segment, TransitionPolicy};

/// How far ahead affected dates are listed, in seconds.
const AHEAD: i64 = 2 * 366 * SECONDS_PER_DAY;
/// Maximum number of local times examined per change: enough for one per minute over a whole lost day.
const HITS_MAX: usize = 1_440;
/// Maximum number of changes listed in a message.
const DATES_MAX: usize = 20;

pub(super) fn warnings(rule: &CompiledRecurrence, from: Timestamp) -> Vec<Warning> {
    let AffectedChanges { skipped, repeated } =
        affected(rule, from.as_second(), from.as_second().saturating_add(AHEAD));
    let gap = warning("dst_gap", skipped, "dst.gap chooses between next_valid, skip and same_offset");
    let fold = warning("dst_fold", repeated, "dst.fold chooses between first, last and both");
    gap.into_iter().chain(fold).collect()
}

/// Returns the offset changes from `from`, inclusive, to `until`, exclusive, that the author of the recurrence
/// should know about, in order.
pub(crate) fn affected(rule: &CompiledRecurrence, from: i64, until: i64) -> AffectedChanges {
    let mut affected = AffectedChanges::default();
    for leaf in &rule.leaves {
        let Search::Wall(wall, policy) = &leaf.search else { continue };
        for segment in transitions(leaf, rule, (from, until)) {
            let around = match &leaf.days_off {
                None => NearbyTimes::look(wall, &segment),
                Some(days_off) => NearbyTimes::look(&CalendarFilter { search: wall, days_off }, &segment),
            };
            let transition = AffectedTransition { rule, segment, policy: *policy, leaf };
            affected.skipped.extend(transition.skipped(&around));
            affected.repeated.extend(transition.repeated(&around));
        }
    }
    for changes in [&mut affected.skipped, &mut affected.repeated] {
        changes.sort();
        changes.dedup();
    }
    affected
}

/// Offset changes by their effect on local times of the recurrence.
#[derive(Default)]
pub(crate) struct AffectedChanges {
    pub(crate) skipped: Vec<Change>,
    pub(crate) repeated: Vec<Change>,
}

/// The instant of an offset change, and a text about its effect on the affected times.
type Change = (i64, String);

fn warning(code: &'static str, affected: Vec<Change>, hint: &str) -> Option<Warning> {
    let more = affected.len().saturating_sub(DATES_MAX);
    let mut texts: Vec<String> = affected.into_iter().take(DATES_MAX).map(|(_, text)| text).collect();
    if more > 0 {
        texts.push(format!("and {more} more"));
    }
    (!texts.is_empty()).then(|| Warning::new(code, texts.join("; ")).with_hint(hint))
}

/// Returns the segments that start within the window and within the bounds of the recurrence.
fn transitions(leaf: &Leaf, rule: &CompiledRecurrence, window: (i64, i64)) -> impl Iterator<Item = Segment> {
    let (starts, ends) = (window.0.max(rule.starts), window.1.min(rule.ends).min(INSTANT_MAX));
    let mut segment = leaf.zone.segment(starts);
    std::iter::from_fn(move || {
        (segment.until < ends).then(|| {
            segment = leaf.zone.segment(segment.until);
            segment
        })
    })
}

/// The recurrence's local times in the range that a change skips or repeats, and the nearest time before and after it.
struct NearbyTimes {
    before: Option<Civil>,
    hits: Vec<Civil>,
    after: Option<Civil>,
}

impl NearbyTimes {
    fn look(search: &impl CivilSearch, segment: &Segment) -> Self {
        let (one, other) = (segment.from + segment.before, segment.from + segment.offset);
        let (from, until) = (Civil(one.min(other)), Civil(one.max(other)));
        let mut hits = Vec::new();
        let mut next = from;
        while let Some(hit) = search.at_or_after(next).filter(|hit| hit.at < until && hits.len() < HITS_MAX) {
            hits.push(hit.at);
            next = hit.at.plus(1);
        }
        let before = search.at_or_before(from.plus(-1)).map(|hit| hit.at);
        Self { before, hits, after: search.at_or_after(until).map(|hit| hit.at) }
    }

    /// Returns the wall-clock distances from each time to the next.
    fn steps(&self) -> impl Iterator<Item = i64> {
        let times: Vec<Civil> = self.before.into_iter().chain(self.hits.iter().copied()).chain(self.after).collect();
        (1..times.len()).map(move |index| times[index].0 - times[index - 1].0)
    }

    fn is_dense(&self) -> bool {
        self.hits.len() == HITS_MAX
    }

    /// Returns whether no wait becomes longer than the usual waits of the recurrence if the times are left out.
    fn is_even_without(&self, width: i64) -> bool {
        let (Some(before), Some(after)) = (self.before, self.after) else { return self.is_dense() };
        self.is_dense() || Some(after.0 - before.0 - width) <= self.steps().max()
    }

    /// Returns whether no wait becomes shorter than the usual waits of the recurrence if the times are repeated.
    fn is_even_twice(&self, width: i64) -> bool {
        let (Some(first), Some(last)) = (self.hits.first(), self.hits.last()) else { return true };
        self.is_dense() || self.steps().min().is_some_and(|least| first.0 + width - last.0 >= least)
    }
}

struct AffectedTransition<'a> {
    rule: &'a CompiledRecurrence,
    segment: Segment,
    policy: TransitionPolicy,
    leaf: &'a Leaf,
}

impl AffectedTransition<'_> {
    fn skipped(&self, around: &NearbyTimes) -> Option<Change> {
        let Segment { from, offset, before, .. } = self.segment;
        let first = *around.hits.first().filter(|_| before < offset)?;
        let width = offset - before;
        let ends = Civil(from + offset);
        let outcome = match self.policy.gap {
            GapPolicy::Skip if around.is_even_without(width) => return None,
            // An occurrence at the end of the gap already stands for all skipped times.
            GapPolicy::End { .. } if around.after == Some(ends) && around.is_even_without(width) => return None,
            GapPolicy::Skip => None,
            GapPolicy::End { keeps_seconds, .. } => {
                let at = from + if keeps_seconds { first.0.rem_euclid(60) } else { 0 };
                // Some occurrences may not move across midnight, so the leaf decides.
                let moves = self.leaf.at_or_after(at).is_some_and(|found| found.at == at);
                let how = if around.hits.len() == 1 { "runs" } else { "run once" };
                if moves { Some(format!("{how} at {}", self.occurrence_text(at)?)) } else { None }
            }
            GapPolicy::SameOffset if around.hits.len() == 1 => {
                Some(format!("runs at {}", self.occurrence_text(first.0 - before)?))
            }
            GapPolicy::SameOffset => {
                let later = Length::from_seconds(width);
                Some(format!("run {later} later, from {} on", self.occurrence_text(first.0 - before)?))
            }
        };
        let (does, is) = if around.hits.len() == 1 { ("does", "is") } else { ("do", "are") };
        let outcome = outcome.unwrap_or_else(|| format!("{is} skipped"));
        Some((from, format!("{} {does} not exist in {} and {outcome}", times(&around.hits), self.leaf.zone.name())))
    }

    fn repeated(&self, around: &NearbyTimes) -> Option<Change> {
        let Segment { from, offset, before, .. } = self.segment;
        let first = around.hits.first().filter(|_| offset < before)?.0;
        let (comes, runs) = if around.hits.len() == 1 { ("occurs", "runs") } else { ("occur", "run") };
        let outcome = match self.policy.fold.at(offset) {
            Fold::First => format!("{runs} on the first pass, at {}", self.occurrence_text(first - before)?),
            Fold::Last => format!("{runs} on the last pass, at {}", self.occurrence_text(first - offset)?),
            Fold::Both if around.is_even_twice(before - offset) => return None,
            Fold::Both => {
                format!(
                    "{runs} twice, at {} and at {}",
                    self.occurrence_text(first - before)?,
                    self.occurrence_text(first - offset)?
                )
            }
        };
        Some((from, format!("{} {comes} twice in {} and {outcome}", times(&around.hits), self.leaf.zone.name())))
    }

    /// Formats the local time and the instant, if the recurrence as a whole has an occurrence there.
    fn occurrence_text(&self, at: i64) -> Option<String> {
        let occurrence = self.rule.at_or_after_second(at).filter(|occurrence| occurrence.at.as_second() == at)?;
        let offset = if at < self.segment.from { self.segment.before } else { self.segment.offset };
        Some(format!("{} ({})", clock(Civil(at + offset).to_datetime()), occurrence.at))
    }
}

/// Formats times as `2026-03-29 02:30`, or as the first, the last and the number of times.
fn times(hits: &[Civil]) -> String {
    const LISTED_MAX: usize = 3;
    let clocks: Vec<String> = hits.iter().map(|hit| clock(hit.to_datetime())).collect();
    let date = hits.first().map_or_else(String::new, |hit| hit.day().to_date().to_string());
    match (clocks.as_slice(), clocks.first(), clocks.last()) {
        (all, Some(first), Some(last)) if all.len() > LISTED_MAX => {
            format!("{date} {first} to {last} ({} times)", all.len())
        }
        (all, _, _) => format!("{date} {}", super::listed(all)),
    }
}

fn clock(time: DateTime) -> String {
    let format = if time.second() == 0 { "%H:%M" } else { "%H:%M:%S" };
    time.strftime(format).to_string()
}
