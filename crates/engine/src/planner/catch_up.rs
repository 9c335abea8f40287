//! Decides which of the occurrences that were not planned in time still run, and collapses the others into gaps.
//!
//! A pure function. An outage, a laptop's sleep, a clock jump and a pause with catch-up share this one code path.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};

use jiff::{SignedDuration, Timestamp};
use refrain_recurrence::{CompiledRecurrence, Occurrence};

use crate::model::{CatchUp, CatchUpPolicy, Definition, NewGap, SkipReason};
use crate::timing::{Pace, planned_on_time_for, window};

/// Maximum number of occurrences in one gap. The next gap starts where it ends.
static GAP_COUNT_MAX: AtomicU64 = AtomicU64::new(1_000_000);

/// Decision on the occurrences of `(watermark, until]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MissedOccurrences {
    /// Occurrences that run late, in order. At most [`Span::late_max`].
    pub late: Vec<Occurrence>,
    /// Whether more occurrences run late than `late` holds. They follow in a later step, with the gaps behind them.
    pub has_more_late: bool,
    /// The other occurrences, collapsed into gaps.
    pub gaps: Vec<NewGap>,
    /// Instant at which counting stopped, if there was too much to count at once. The next step continues there.
    pub cut_at: Option<Timestamp>,
}

/// Returns the last instant whose occurrences are too late to be on time at `now`. The due time counts, which is the
/// nominal time plus jitter.
pub fn missed_until(definition: &Definition, rule: &CompiledRecurrence, now: Timestamp) -> Timestamp {
    let on_time_from = now.saturating_sub(planned_on_time_for(definition)).unwrap_or(Timestamp::MIN);
    if rule.spec().jitter.is_none() {
        return on_time_from;
    }
    // An occurrence is due before the next one. So only the last one may still be on time, and the occurrences that
    // are missed stay one contiguous range.
    let last = rule.prev_until(on_time_from).filter(|last| rule.due_at(last) > on_time_from);
    last.and_then(|last| before(last.at())).unwrap_or(on_time_from)
}

/// Decides on everything that the recurrence yields after the watermark and up to `span.until`, which is
/// [`missed_until`] or earlier.
pub async fn missed(definition: &Definition, rule: &CompiledRecurrence, span: Span) -> MissedOccurrences {
    let Some(last) = rule.prev_until(span.until).filter(|last| last.at() > span.watermark) else {
        return MissedOccurrences::default();
    };
    let (late, has_more_late) = late(definition, rule, span, last).await;
    let mut missed = MissedOccurrences { late, has_more_late, gaps: Vec::new(), cut_at: None };
    let edges = match (missed.late.first(), missed.late.last()) {
        (Some(first), Some(last)) => Some((first.at(), last.at())),
        _ => None,
    };
    let Some((first, last)) = edges else {
        missed.collapse(rule, span.watermark, Some(span.until)).await;
        return missed;
    };
    missed.collapse(rule, span.watermark, before(first)).await;
    match missed.cut_at {
        // The late occurrences lie behind the cut, and belong to a later step.
        Some(_) => {
            missed.late.clear();
            missed.has_more_late = false;
        }
        None if missed.has_more_late => {}
        None => missed.collapse(rule, last, Some(span.until)).await,
    }
    missed
}

/// Limits the number of occurrences per gap in this process. The simulation, which covers minutes, reaches a low limit.
#[doc(hidden)]
pub fn limit_gaps(count_max: u64) {
    GAP_COUNT_MAX.store(count_max, Ordering::Relaxed);
}

/// The range to decide on, the current time, and how much to decide at once.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    /// Watermark: everything up to this instant is planned.
    pub watermark: Timestamp,
    /// Last instant that counts as missed.
    pub until: Timestamp,
    /// Current time.
    pub now: Timestamp,
    /// Maximum number of occurrences that run late.
    pub late_max: usize,
}

impl MissedOccurrences {
    /// Collapses everything after one instant and up to another into a gap.
    async fn collapse(&mut self, rule: &CompiledRecurrence, after: Timestamp, until: Option<Timestamp>) {
        let Some(until) = until else { return };
        match gap(rule, after, until, SkipReason::Missed).await {
            Some((gap, true)) => {
                self.cut_at = Some(gap.to);
                self.gaps.push(gap);
            }
            Some((gap, false)) => self.gaps.push(gap),
            None => {}
        }
    }
}

/// Returns everything that the recurrence yields after one instant and up to another as one gap, and whether the
/// gap was full before the end.
pub async fn gap(
    rule: &CompiledRecurrence,
    after: Timestamp,
    until: Timestamp,
    reason: SkipReason,
) -> Option<(NewGap, bool)> {
    let mut found = rule.iter_after(after).take_while(|occurrence| occurrence.at() <= until);
    let from = found.next()?.at();
    let mut gap = NewGap { from, to: from, count: 1, reason };
    let count_max = GAP_COUNT_MAX.load(Ordering::Relaxed);
    let mut pace = Pace::default();
    for occurrence in found {
        if gap.count >= count_max {
            return Some((gap, true));
        }
        gap.count += 1;
        gap.to = occurrence.at();
        pace.step().await;
    }
    Some((gap, false))
}

/// Returns everything that the recurrence yields after one instant and up to another, in as many gaps as needed.
pub async fn gaps(
    rule: &CompiledRecurrence,
    mut after: Timestamp,
    until: Timestamp,
    reason: SkipReason,
) -> Vec<NewGap> {
    let mut gaps = Vec::new();
    while let Some((gap, is_cut)) = gap(rule, after, until, reason).await {
        after = gap.to;
        gaps.push(gap);
        if !is_cut {
            break;
        }
    }
    gaps
}

/// Returns the first occurrences that run late, and whether there are more. Yields to other tasks.
async fn late(
    definition: &Definition,
    rule: &CompiledRecurrence,
    span: Span,
    last: Occurrence,
) -> (Vec<Occurrence>, bool) {
    let window = window(definition, rule, last.at());
    let is_within_window = |occurrence: &Occurrence| {
        occurrence.at() > span.watermark && span.now.duration_since(rule.due_at(occurrence)) <= window
    };
    // A definition that was stored before the maximum existed may have a higher limit.
    let limit = definition.catch_up.limit.min(CatchUp::LIMIT_MAX);
    let one = |late: Option<Occurrence>| (late.into_iter().collect(), false);
    match definition.catch_up.policy {
        CatchUpPolicy::Skip => one(None),
        _ if limit == 0 => one(None),
        CatchUpPolicy::Latest => one(Some(last).filter(is_within_window)),
        CatchUpPolicy::Earliest => {
            let from = span.now.saturating_sub(window).unwrap_or(Timestamp::MIN);
            let first = if from > span.watermark { rule.next_from(from) } else { rule.next_after(span.watermark) };
            // Jitter may have moved the one before into the window.
            let before = rule.prev_before(from).filter(is_within_window);
            let first = before.or(first);
            one(first.filter(|first| first.at() <= span.until))
        }
        // If there are too many, the latest are the most useful. They are found from the end, and of those only the
        // earliest are kept, which run first.
        CatchUpPolicy::All => {
            let (mut late, mut has_more) = (VecDeque::new(), false);
            let mut next = Some(last);
            let mut pace = Pace::default();
            for _ in 0..limit {
                let Some(occurrence) = next.filter(is_within_window) else { break };
                next = rule.prev_before(occurrence.at());
                late.push_front(occurrence);
                if late.len() > span.late_max {
                    late.pop_back();
                    has_more = true;
                }
                pace.step().await;
            }
            (late.into(), has_more)
        }
    }
}

fn before(at: Timestamp) -> Option<Timestamp> {
    at.checked_sub(SignedDuration::from_micros(1)).ok()
}
