//! Which of the occurrences that nobody planned in time still run, and how the others are written down.
//!
//! A pure function. One path for an outage, a laptop's sleep, a clock that jumped and a pause that is caught up.

use jiff::{SignedDuration, Timestamp};
use refrain_recurrence::{Occurrence, Rule};

use crate::definition::Definition;
use crate::gap::NewGap;
use crate::lateness::window;
use crate::planted::{self, Bug};
use crate::policy::CatchUpPolicy;
use crate::reason::SkipReason;

/// No gap counts more occurrences; the next begins where it ends.
pub const GAP_COUNT_MAX: u64 = 1_000_000;
/// Counting lets other tasks run after this many occurrences, so that a long range does not block its thread.
const SLICE: u64 = 1_024;

/// What becomes of the occurrences of `(watermark, until]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Missed {
    /// Those that run late, in order.
    pub late: Vec<Occurrence>,
    /// The others, folded.
    pub gaps: Vec<NewGap>,
    /// Where counting stopped, when there was too much to count in one go: the rest is for the next look.
    pub cut_at: Option<Timestamp>,
}

/// Decides on everything the rule yields after the watermark and until the instant, which is `ON_TIME_FOR` ago.
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
        missed.fold(rule, span.watermark, Some(span.until)).await;
        return missed;
    };
    let before_first = if planted::is(Bug::GapOffByOne) { Some(first) } else { before(first) };
    missed.fold(rule, span.watermark, before_first).await;
    match missed.cut_at {
        // What runs late stands behind the cut, and belongs to a later look.
        Some(_) => missed.late.clear(),
        None => missed.fold(rule, last, Some(span.until)).await,
    }
    missed
}

/// What is looked at, and from when.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    /// Everything up to here is dealt with.
    pub watermark: Timestamp,
    /// The last instant that counts as missed.
    pub until: Timestamp,
    /// The time it is.
    pub now: Timestamp,
}

impl Missed {
    /// Folds everything after one instant and until another.
    async fn fold(&mut self, rule: &Rule, after: Timestamp, until: Option<Timestamp>) {
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

/// Everything the rule yields after one instant and until another, as one gap, and whether there was more than one holds.
pub async fn gap(rule: &Rule, after: Timestamp, until: Timestamp, reason: SkipReason) -> Option<(NewGap, bool)> {
    let mut found = rule.iter_after(after).take_while(|occurrence| occurrence.at() <= until);
    let from = found.next()?.at();
    let mut gap = NewGap { from, to: from, count: 1, reason };
    for occurrence in found {
        if gap.count == planted::gap_count_max().unwrap_or(GAP_COUNT_MAX) {
            return Some((gap, true));
        }
        gap.count += 1;
        gap.to = occurrence.at();
        if gap.count.is_multiple_of(SLICE) {
            tokio::task::yield_now().await;
        }
    }
    Some((gap, false))
}

/// Everything the rule yields after one instant and until another, in as many gaps as it takes.
pub async fn gaps(rule: &Rule, mut after: Timestamp, until: Timestamp, reason: SkipReason) -> Vec<NewGap> {
    let mut gaps = Vec::new();
    while let Some((gap, is_cut)) = gap(rule, after, until, reason).await {
        after = gap.to;
        gaps.push(gap);
        if !is_cut || planted::is(Bug::CutGapForgotten) {
            break;
        }
    }
    gaps
}

fn late(definition: &Definition, rule: &Rule, span: Span, last: Occurrence) -> Vec<Occurrence> {
    let window = window(definition, rule, last.at());
    let is_worth_it = |occurrence: &Occurrence| {
        occurrence.at() > span.watermark && span.now.duration_since(occurrence.at()) <= window
    };
    let limit = definition.catch_up.limit as usize;
    match definition.catch_up.policy {
        CatchUpPolicy::Skip => Vec::new(),
        _ if limit == 0 => Vec::new(),
        CatchUpPolicy::Latest => Some(last).filter(is_worth_it).into_iter().collect(),
        CatchUpPolicy::Earliest => {
            let from = span.now.saturating_sub(window).unwrap_or(Timestamp::MIN);
            let first = if from > span.watermark { rule.next_from(from) } else { rule.next_after(span.watermark) };
            first.filter(|first| first.at() <= span.until).into_iter().collect()
        }
        // Of too many, the latest are worth most.
        CatchUpPolicy::All => {
            let mut late = Vec::new();
            let mut next = Some(last);
            while let Some(occurrence) = next.filter(is_worth_it)
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
