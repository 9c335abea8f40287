//! Decides which of the occurrences that were not planned in time still run, and collapses the others into gaps.
//!
//! A pure function. An outage, a laptop's sleep, a clock jump and a pause with catch-up share this one code path.

use std::sync::atomic::{AtomicU64, Ordering};

use jiff::{SignedDuration, Timestamp};
use refrain_recurrence::{Occurrence, Rule};

use crate::model::{CatchUpPolicy, Definition, NewGap, SkipReason};
use crate::timing::{Pace, window};

/// Maximum number of occurrences in one gap. The next gap starts where it ends.
static GAP_COUNT_MAX: AtomicU64 = AtomicU64::new(1_000_000);

/// Decision on the occurrences of `(watermark, until]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Missed {
    /// Occurrences that run late, in order.
    pub late: Vec<Occurrence>,
    /// The other occurrences, collapsed into gaps.
    pub gaps: Vec<NewGap>,
    /// Instant at which counting stopped, if there was too much to count at once. The next step continues there.
    pub cut_at: Option<Timestamp>,
}

/// Decides on everything that the recurrence yields after the watermark and up to `span.until`. Later instants are
/// on time.
pub async fn missed(definition: &Definition, rule: &Rule, span: Span) -> Missed {
    let Some(last) = rule.prev_until(span.until).filter(|last| last.at() > span.watermark) else {
        return Missed::default();
    };
    let late = late(definition, rule, span, last);
    let mut missed = Missed { gaps: Vec::new(), cut_at: None, late };
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
        Some(_) => missed.late.clear(),
        None => missed.collapse(rule, last, Some(span.until)).await,
    }
    missed
}

/// Limits the number of occurrences per gap in this process. The simulation, which covers minutes, reaches a low limit.
#[doc(hidden)]
pub fn limit_gaps(count_max: u64) {
    GAP_COUNT_MAX.store(count_max, Ordering::Relaxed);
}

/// The range to decide on, and the current time.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    /// Watermark: everything up to this instant is planned.
    pub watermark: Timestamp,
    /// Last instant that counts as missed.
    pub until: Timestamp,
    /// Current time.
    pub now: Timestamp,
}

impl Missed {
    /// Collapses everything after one instant and up to another into a gap.
    async fn collapse(&mut self, rule: &Rule, after: Timestamp, until: Option<Timestamp>) {
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
pub async fn gap(rule: &Rule, after: Timestamp, until: Timestamp, reason: SkipReason) -> Option<(NewGap, bool)> {
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
pub async fn gaps(rule: &Rule, mut after: Timestamp, until: Timestamp, reason: SkipReason) -> Vec<NewGap> {
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

fn late(definition: &Definition, rule: &Rule, span: Span, last: Occurrence) -> Vec<Occurrence> {
    let window = window(definition, rule, last.at());
    let is_within_window = |occurrence: &Occurrence| {
        occurrence.at() > span.watermark && span.now.duration_since(occurrence.at()) <= window
    };
    let limit = definition.catch_up.limit as usize;
    match definition.catch_up.policy {
        CatchUpPolicy::Skip => Vec::new(),
        _ if limit == 0 => Vec::new(),
        CatchUpPolicy::Latest => Some(last).filter(is_within_window).into_iter().collect(),
        CatchUpPolicy::Earliest => {
            let from = span.now.saturating_sub(window).unwrap_or(Timestamp::MIN);
            let first = if from > span.watermark { rule.next_from(from) } else { rule.next_after(span.watermark) };
            first.filter(|first| first.at() <= span.until).into_iter().collect()
        }
        // If there are too many, the latest are the most useful.
        CatchUpPolicy::All => {
            let mut late = Vec::new();
            let mut next = Some(last);
            while let Some(occurrence) = next.filter(is_within_window)
                && late.len() < limit
            {
                next = rule.prev_before(occurrence.at());
                late.push(occurrence);
            }
            late.reverse();
            late
        }
    }
}

fn before(at: Timestamp) -> Option<Timestamp> {
    at.checked_sub(SignedDuration::from_micros(1)).ok()
}
