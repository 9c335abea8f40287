//! API representation of the run history.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::collector::{HistoryCollector, SlotOccurrences};
use crate::http::occurrences::Counts;
use crate::http::slots::SINGLES_MAX;

/// Occurrences of all schedules in a time window.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HistoryView {
    /// Start of the window, inclusive, by nominal time.
    from: Timestamp,
    /// End of the window, exclusive.
    until: Timestamp,
    /// Time zone of the time slots.
    #[schema(example = "Europe/Paris")]
    timezone: String,
    /// Number of schedules with occurrences in the window, including those that are not returned.
    schedules: i64,
    /// Number of occurrences of all these schedules.
    occurrences: i64,
    /// If counting stopped at its limit: only occurrences recorded since this time are counted.
    counted_since: Option<Timestamp>,
    /// Schedules with the latest occurrences, latest first.
    items: Vec<HistorySchedule>,
    /// Occurrences of all schedules by hour or day. Empty time slots are omitted.
    slots: Vec<HistorySlot>,
}

/// A schedule and its occurrences.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HistorySchedule {
    /// Schedule ID.
    #[schema(example = "digest")]
    schedule: String,
    /// Occurrences in order. Those of a crowded time slot are merged into one span.
    spans: Vec<HistorySpan>,
}

/// An occurrence, or the occurrences of a crowded time slot.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HistorySpan {
    /// Nominal time of the first occurrence.
    from: Timestamp,
    /// Nominal time of the last occurrence. Equal to `from` for a single occurrence.
    until: Timestamp,
    /// Number of occurrences by state.
    counts: Counts,
}

/// An hour or a day.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HistorySlot {
    /// Start of the time slot.
    at: Timestamp,
    /// Number of occurrences by state.
    counts: Counts,
}

impl HistoryView {
    pub(super) fn of(
        collector: HistoryCollector,
        shown_max: usize,
        timezone: String,
        counted_since: Option<Timestamp>,
    ) -> Self {
        let schedules = i64::try_from(collector.schedules.len()).unwrap_or(i64::MAX);
        let mut items: Vec<HistorySchedule> = collector
            .schedules
            .into_iter()
            .map(|(schedule, heaps)| HistorySchedule { schedule, spans: heaps.into_values().flat_map(spans).collect() })
            .collect();
        // The sort is stable: schedules with the same time stay in order of ID.
        items.sort_by_key(|item| std::cmp::Reverse(item.spans.last().map(|span| span.until)));
        items.truncate(shown_max);
        Self {
            from: collector.window.from,
            until: collector.window.until,
            timezone,
            schedules,
            occurrences: collector.occurrences,
            counted_since,
            items,
            slots: collector.slots.into_iter().map(|(at, counts)| HistorySlot { at, counts }).collect(),
        }
    }
}

fn spans(mut heap: SlotOccurrences) -> Vec<HistorySpan> {
    if heap.singles.len() > SINGLES_MAX {
        return vec![HistorySpan { from: heap.from, until: heap.until, counts: heap.counts }];
    }
    heap.singles.sort_unstable_by_key(|(at, _)| *at);
    let span = |(at, state)| HistorySpan { from: at, until: at, counts: Counts::one(state) };
    heap.singles.into_iter().map(span).collect()
}
