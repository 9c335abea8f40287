//! A previewed occurrence with all of its times.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use refrain_recurrence::{CompiledRecurrence, DstEffect, Occurrence};
use serde::Serialize;
use utoipa::ToSchema;

/// One occurrence of a recurrence.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PreviewOccurrence {
    /// Nominal time, before jitter.
    pub(crate) at: Timestamp,
    /// Due time, including jitter.
    pub(crate) due_at: Timestamp,
    /// Local time in the schedule's time zone.
    #[schema(example = "2026-03-29T03:00:00+02:00[Europe/Berlin]")]
    pub(crate) local: String,
    /// Local time in the other requested time zone.
    #[schema(example = "2026-03-29T10:00:00+09:00[Asia/Tokyo]")]
    pub(crate) in_zone: Option<String>,
    /// Period key, under which the occurrence is recorded exactly once.
    #[schema(example = "2026-03-29T02:30:00[Europe/Berlin]")]
    pub(crate) period_key: String,
    /// Human-readable label of the period.
    pub(crate) period_label: String,
    /// Start of the period.
    pub(crate) period_start: Timestamp,
    /// End of the period. Null if no period follows.
    pub(crate) period_end: Option<Timestamp>,
    /// Effect of a DST change: `moved` if the local time does not exist, `first_pass` or `later_pass` if the local
    /// time occurs twice. Null on all other days.
    #[schema(example = "moved")]
    pub(crate) dst: Option<&'static str>,
}

impl PreviewOccurrence {
    /// Creates the preview of an occurrence, in the schedule's time zone and optionally in another one.
    pub(crate) fn of(
        rule: &CompiledRecurrence,
        occurrence: &Occurrence,
        zone: &TimeZone,
        other: Option<&TimeZone>,
    ) -> Self {
        let (at, period) = (occurrence.at(), rule.period_of(occurrence));
        Self {
            at,
            due_at: rule.due_at(occurrence),
            local: at.to_zoned(zone.clone()).to_string(),
            in_zone: other.map(|other| at.to_zoned(other.clone()).to_string()),
            period_key: period.key().to_owned(),
            period_label: period.label().to_owned(),
            period_start: period.starts_at(),
            period_end: period.ends_at(),
            dst: rule.dst_effect(occurrence).map(|effect| match effect {
                DstEffect::Moved => "moved",
                DstEffect::FirstPass => "first_pass",
                DstEffect::LaterPass => "later_pass",
            }),
        }
    }
}
