//! API representation of upcoming occurrences.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::collector::{Load, ScheduleSpans, UpcomingCollector};
use super::fold::Span;

/// Upcoming occurrences of a tenant's schedules in a time window.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Upcoming {
    /// Start of the window, inclusive.
    from: Timestamp,
    /// End of the window, exclusive.
    until: Timestamp,
    /// Time zone of the time slots.
    #[schema(example = "Europe/Paris")]
    timezone: String,
    /// Number of active schedules that were examined.
    schedules: i64,
    /// Number of schedules with occurrences in the window, including those that are not returned.
    schedules_with_occurrences: i64,
    /// Number of occurrences of all these schedules.
    occurrences: i64,
    /// Whether a limit stopped the search. There are then more schedules than are counted here.
    is_cut: bool,
    /// Schedules with the earliest occurrences, in order of their first occurrence.
    items: Vec<UpcomingSchedule>,
    /// Load of all schedules by hour or day. Empty time slots are omitted.
    slots: Vec<UpcomingSlot>,
}

/// A schedule and its upcoming occurrences.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct UpcomingSchedule {
    /// Schedule ID.
    #[schema(example = "digest")]
    schedule: String,
    /// Description of the recurrence.
    #[schema(example = "at 09:00, Monday through Friday")]
    sentence: String,
    /// Time zone of the schedule.
    #[schema(example = "Europe/Paris")]
    timezone: String,
    /// Number of occurrences, a lower bound if `is_cut` is true.
    #[schema(example = 1)]
    occurrences: i64,
    /// Whether there are more occurrences.
    is_cut: bool,
    /// Occurrences in order. Those of a crowded time slot are merged into one span.
    spans: Vec<UpcomingSpan>,
}

/// An occurrence, or the occurrences of a crowded time slot.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct UpcomingSpan {
    /// Time of the first occurrence.
    from: Timestamp,
    /// Time of the last occurrence. Equal to `from` for a single occurrence.
    until: Timestamp,
    /// Number of occurrences, a lower bound if `is_cut` is true.
    #[schema(example = 1)]
    occurrences: i64,
    /// Whether there are more occurrences.
    is_cut: bool,
}

/// An hour or a day.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct UpcomingSlot {
    /// Start of the time slot.
    at: Timestamp,
    /// Number of occurrences, a lower bound if `is_cut` is true.
    #[schema(example = 1)]
    occurrences: i64,
    /// Number of schedules that the occurrences belong to.
    #[schema(example = 1)]
    schedules: i64,
    /// Whether there are more occurrences.
    is_cut: bool,
}

impl Upcoming {
    pub(super) fn of(collector: UpcomingCollector, timezone: String) -> Self {
        Self {
            from: collector.window.from,
            until: collector.window.until,
            timezone,
            schedules: rows(collector.schedules),
            schedules_with_occurrences: rows(collector.schedules_with_occurrences),
            occurrences: whole(collector.occurrences),
            is_cut: collector.is_cut,
            items: collector.shown.into_iter().map(schedule).collect(),
            slots: collector.slots.into_iter().map(slot).collect(),
        }
    }
}

fn schedule(shown: ScheduleSpans) -> UpcomingSchedule {
    UpcomingSchedule {
        schedule: shown.id,
        sentence: shown.rule.describe(),
        timezone: shown.timezone,
        occurrences: whole(shown.spans.iter().map(|span| span.occurrences).sum()),
        is_cut: shown.spans.iter().any(|span| span.is_cut),
        spans: shown.spans.into_iter().map(span).collect(),
    }
}

fn span(span: Span) -> UpcomingSpan {
    UpcomingSpan { from: span.from, until: span.until, occurrences: whole(span.occurrences), is_cut: span.is_cut }
}

fn slot((at, load): (Timestamp, Load)) -> UpcomingSlot {
    UpcomingSlot { at, occurrences: whole(load.occurrences), schedules: whole(load.schedules), is_cut: load.is_cut }
}

fn whole(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

fn rows(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
