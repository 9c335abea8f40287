//! API representation of a preview.

use jiff::Timestamp;
use refrain::control::{EditEffect, PendingOccurrence};
use refrain_recurrence::{DstDate, DstKind, Length};
use serde::Serialize;
use utoipa::ToSchema;

use crate::preview::{Change, PreviewOccurrence, ScheduleWarning};

/// Preview of a definition.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PreviewView {
    /// Description of the recurrence in one sentence.
    #[schema(example = "at 09:00, Monday to Friday, in Europe/Paris")]
    pub(super) description: String,
    /// Time zone, in the spelling of the time zone database.
    #[schema(example = "Europe/Paris")]
    pub(super) timezone: String,
    /// Start time of the preview.
    pub(super) from: Timestamp,
    /// Warnings about settings that are valid but probably not intended.
    pub(super) warnings: Vec<ScheduleWarning>,
    /// Next occurrences, in order.
    pub(super) next: Vec<PreviewOccurrence>,
    /// Whether there are no occurrences after these.
    pub(super) is_last: bool,
    /// Delay between the end of a run and the next one, for `after_completion` recurrences, which have no
    /// times of their own.
    #[schema(example = "15m")]
    pub(super) after_completion: Option<String>,
    /// Minimum time between two occurrences. Null if there are never two.
    pub(super) min_gap: Option<MinGap>,
    /// DST changes within a year that affect the schedule.
    pub(super) dst_dates: Vec<DstView>,
    /// Effect on the schedule in `against`. Null without `against`.
    pub(super) change: Option<PreviewChangeView>,
}

/// Minimum time between two occurrences.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MinGap {
    /// Time in seconds.
    #[schema(example = 86400)]
    seconds: i64,
    /// Time as text, for people.
    #[schema(example = "24h")]
    text: String,
}

impl MinGap {
    pub(super) fn of(length: Length) -> Self {
        Self { seconds: length.seconds(), text: length.to_string() }
    }
}

/// A DST change that affects a schedule.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DstView {
    /// Time of the change.
    at: Timestamp,
    /// Kind: `gap` if the clock is set forward, `fold` if it is set back.
    #[schema(example = "gap")]
    kind: &'static str,
    /// Affected local times, and what happens to them.
    message: String,
}

impl DstView {
    pub(super) fn of(date: DstDate) -> Self {
        let kind = match date.kind {
            DstKind::Gap => "gap",
            DstKind::Fold => "fold",
        };
        Self { at: date.at, kind, message: date.message }
    }
}

/// Effect of saving on a schedule.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PreviewedChange)]
pub(crate) struct PreviewChangeView {
    /// Schedule ID.
    #[schema(example = "digest")]
    against: String,
    /// Occurrences that are added, removed and moved. Null if the stored recurrence is no longer valid.
    occurrences: Option<Change>,
    /// Planned occurrences that have not started, earliest first.
    pending: Vec<PendingView>,
    /// Whether there are more planned occurrences than are listed.
    is_cut: bool,
}

/// A planned occurrence, and what saving does to it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PendingView {
    /// Period key.
    period_key: String,
    /// Discriminator, if the period has several occurrences. Empty otherwise.
    discriminator: String,
    /// Current due time.
    due_at: Timestamp,
    /// Effect: `stays`, `moves`, or `superseded` if the occurrence would be skipped.
    #[schema(example = "stays")]
    effect: &'static str,
    /// New due time. Null if the occurrence would be skipped.
    new_due_at: Option<Timestamp>,
}

impl PreviewChangeView {
    pub(super) fn of(
        against: String,
        occurrences: Option<Change>,
        pending: &[PendingOccurrence],
        listed_max: usize,
    ) -> Self {
        let is_cut = pending.len() > listed_max;
        Self { against, occurrences, pending: pending.iter().take(listed_max).map(PendingView::of).collect(), is_cut }
    }
}

impl PendingView {
    fn of(pending: &PendingOccurrence) -> Self {
        let PendingOccurrence { planned, fate } = pending;
        let (effect, new_due_at) = match fate {
            EditEffect::Stays => ("stays", Some(planned.due_at)),
            EditEffect::Moves { due_at, .. } => ("moves", Some(*due_at)),
            EditEffect::Superseded => ("superseded", None),
        };
        Self {
            period_key: planned.period_key.clone(),
            discriminator: planned.discriminator.clone(),
            due_at: planned.due_at,
            effect,
            new_due_at,
        }
    }
}
