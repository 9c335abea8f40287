//! What came of schedules, as the API shows it.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::found::{Found, Heap};
use crate::http::occurrences::Counts;
use crate::http::slots::SINGLES_MAX;

/// What came of schedules in a window of time.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HistoryView {
    /// From then on, by nominal time.
    from: Timestamp,
    /// Before then.
    until: Timestamp,
    /// The zone whose hours or days the slots are.
    #[schema(example = "Europe/Paris")]
    timezone: String,
    /// How many schedules there were, whether they are shown or not.
    schedules: i64,
    /// How many occurrences were counted, of all of them.
    occurrences: i64,
    /// When counting ended at its limit: only what was recorded from then on is counted.
    counted_since: Option<Timestamp>,
    /// Those that fired last, these first.
    items: Vec<HistorySchedule>,
    /// What came of all schedules in each hour or day; those in which nothing was are left out.
    slots: Vec<HistorySlot>,
}

/// A schedule and what came of it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HistorySchedule {
    /// Which.
    #[schema(example = "digest")]
    schedule: String,
    /// Its occurrences in order, those of a crowded slot as one.
    spans: Vec<HistorySpan>,
}

/// An occurrence, or those of a crowded slot as one.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HistorySpan {
    /// The first, by nominal time.
    from: Timestamp,
    /// The last; the same where there is one.
    until: Timestamp,
    /// Where they stand.
    counts: Counts,
}

/// An hour or a day.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HistorySlot {
    /// When it begins.
    at: Timestamp,
    /// Where its occurrences stand.
    counts: Counts,
}

impl HistoryView {
    pub(super) fn of(found: Found, shown_max: usize, timezone: String, counted_since: Option<Timestamp>) -> Self {
        let schedules = i64::try_from(found.schedules.len()).unwrap_or(i64::MAX);
        let mut items: Vec<HistorySchedule> = found
            .schedules
            .into_iter()
            .map(|(schedule, heaps)| HistorySchedule { schedule, spans: heaps.into_values().flat_map(spans).collect() })
            .collect();
        // A stable sort: those that fired at the same time stay in order of name.
        items.sort_by_key(|item| std::cmp::Reverse(item.spans.last().map(|span| span.until)));
        items.truncate(shown_max);
        Self {
            from: found.window.from,
            until: found.window.until,
            timezone,
            schedules,
            occurrences: found.occurrences,
            counted_since,
            items,
            slots: found.slots.into_iter().map(|(at, counts)| HistorySlot { at, counts }).collect(),
        }
    }
}

fn spans(mut heap: Heap) -> Vec<HistorySpan> {
    if heap.singles.len() > SINGLES_MAX {
        return vec![HistorySpan { from: heap.from, until: heap.until, counts: heap.counts }];
    }
    heap.singles.sort_unstable_by_key(|(at, _)| *at);
    let span = |(at, state)| HistorySpan { from: at, until: at, counts: Counts::one(state) };
    heap.singles.into_iter().map(span).collect()
}
