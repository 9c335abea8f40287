//! One fire of a rule, with everything that is worth knowing about it beforehand.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use refrain_recurrence::{DstEffect, Occurrence, Rule};
use serde::Serialize;
use utoipa::ToSchema;

/// One fire of a rule.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Fire {
    /// When, before jitter.
    pub(crate) at: Timestamp,
    /// When, with jitter.
    pub(crate) due_at: Timestamp,
    /// The same on the wall clock of the rule's zone.
    #[schema(example = "2026-03-29T03:00:00+02:00[Europe/Berlin]")]
    pub(crate) local: String,
    /// And on that of the zone that was asked for besides.
    #[schema(example = "2026-03-29T10:00:00+09:00[Asia/Tokyo]")]
    pub(crate) in_zone: Option<String>,
    /// What it stands for: the name under which it is recorded once.
    #[schema(example = "2026-03-29T02:30:00[Europe/Berlin]")]
    pub(crate) period_key: String,
    /// The same for people.
    pub(crate) period_label: String,
    /// When its period begins.
    pub(crate) period_start: Timestamp,
    /// And ends; null when nothing comes after it.
    pub(crate) period_end: Option<Timestamp>,
    /// What the clock's being set does to it: `moved` when its local time does not exist, `first_pass` and `later_pass` when it comes twice;
    /// null on all other days.
    #[schema(example = "moved")]
    pub(crate) dst: Option<&'static str>,
}

impl Fire {
    /// An occurrence of a rule, shown in the rule's zone and perhaps in another.
    pub(crate) fn of(rule: &Rule, occurrence: &Occurrence, zone: &TimeZone, other: Option<&TimeZone>) -> Self {
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
