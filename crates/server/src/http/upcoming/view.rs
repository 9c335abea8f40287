//! What fires, as the API shows it.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::fold::Span;
use super::found::{Found, Load, Shown};

/// What a tenant's schedules do in a window of time.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Upcoming {
    /// From then on.
    from: Timestamp,
    /// Before then.
    until: Timestamp,
    /// The zone whose hours or days the slots are.
    #[schema(example = "Europe/Paris")]
    timezone: String,
    /// How many active schedules were looked at.
    schedules: i64,
    /// How many of them fire in the window, whether they are shown or not.
    firing: i64,
    /// How many fires were counted, of all of them.
    fires: i64,
    /// Whether a limit ended the looking: then there are more schedules than are counted here.
    is_cut: bool,
    /// Those that fire first, by their first fire.
    items: Vec<UpcomingSchedule>,
    /// How much falls into each hour or day, of all schedules; those without fires are left out.
    slots: Vec<UpcomingSlot>,
}

/// A schedule and what it does.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct UpcomingSchedule {
    /// Which.
    #[schema(example = "digest")]
    schedule: String,
    /// Its rule in words.
    #[schema(example = "at 09:00, Monday through Friday")]
    sentence: String,
    /// Its own zone.
    #[schema(example = "Europe/Paris")]
    timezone: String,
    /// How many fires, at least.
    #[schema(example = 1)]
    fires: i64,
    /// Whether there are more.
    is_cut: bool,
    /// Its fires in order, those of a crowded slot as one.
    spans: Vec<UpcomingSpan>,
}

/// A fire, or those of a crowded slot as one.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct UpcomingSpan {
    /// The first fire.
    from: Timestamp,
    /// The last one; the same where there is one.
    until: Timestamp,
    /// How many, at least.
    #[schema(example = 1)]
    fires: i64,
    /// Whether there are more.
    is_cut: bool,
}

/// An hour or a day.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct UpcomingSlot {
    /// When it begins.
    at: Timestamp,
    /// How many fires fall into it, at least.
    #[schema(example = 1)]
    fires: i64,
    /// How many schedules they belong to.
    #[schema(example = 1)]
    schedules: i64,
    /// Whether there are more fires.
    is_cut: bool,
}

impl Upcoming {
    pub(super) fn of(found: Found, timezone: String) -> Self {
        Self {
            from: found.window.from,
            until: found.window.until,
            timezone,
            schedules: rows(found.schedules),
            firing: rows(found.firing),
            fires: whole(found.fires),
            is_cut: found.is_cut,
            items: found.shown.into_iter().map(schedule).collect(),
            slots: found.slots.into_iter().map(slot).collect(),
        }
    }
}

fn schedule(shown: Shown) -> UpcomingSchedule {
    UpcomingSchedule {
        schedule: shown.id,
        sentence: shown.rule.describe(),
        timezone: shown.timezone,
        fires: whole(shown.spans.iter().map(|span| span.fires).sum()),
        is_cut: shown.spans.iter().any(|span| span.is_cut),
        spans: shown.spans.into_iter().map(span).collect(),
    }
}

fn span(span: Span) -> UpcomingSpan {
    UpcomingSpan { from: span.from, until: span.until, fires: whole(span.fires), is_cut: span.is_cut }
}

fn slot((at, load): (Timestamp, Load)) -> UpcomingSlot {
    UpcomingSlot { at, fires: whole(load.fires), schedules: whole(load.schedules), is_cut: load.is_cut }
}

fn whole(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

fn rows(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
