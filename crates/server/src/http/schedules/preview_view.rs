//! A preview as the API shows it.

use jiff::Timestamp;
use refrain::control::{Fate, Pending};
use refrain_recurrence::{DstDate, DstKind, Length};
use serde::Serialize;
use utoipa::ToSchema;

use crate::preview::{Change, Fire, ToldWarning};

/// What a definition means.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PreviewView {
    /// In one sentence.
    #[schema(example = "at 09:00, Monday to Friday, in Europe/Paris")]
    pub(super) description: String,
    /// The zone whose wall clock it follows, in the database's own spelling.
    #[schema(example = "Europe/Paris")]
    pub(super) timezone: String,
    /// Everything is told from this instant on.
    pub(super) from: Timestamp,
    /// What is legal and probably not meant.
    pub(super) warnings: Vec<ToldWarning>,
    /// The next fires, in order.
    pub(super) next: Vec<Fire>,
    /// Whether nothing comes after them.
    pub(super) is_last: bool,
    /// How long after the end of each run the next begins; such a rule has no times of its own.
    #[schema(example = "15m")]
    pub(super) after_completion: Option<String>,
    /// The least time there can ever be between two fires; null when there are never two.
    pub(super) min_gap: Option<MinGap>,
    /// The changes of the clock within a year that touch it.
    pub(super) dst_dates: Vec<DstView>,
    /// What it would change about the schedule it is compared against; null without `against`.
    pub(super) change: Option<ChangeView>,
}

/// The least time between two fires.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MinGap {
    /// In seconds.
    #[schema(example = 86400)]
    seconds: i64,
    /// For people.
    #[schema(example = "24h")]
    text: String,
}

impl MinGap {
    pub(super) fn of(length: Length) -> Self {
        Self { seconds: length.seconds(), text: length.to_string() }
    }
}

/// A change of the clock that touches a schedule.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DstView {
    /// When the clock is set.
    at: Timestamp,
    /// `gap` when it goes forward, `fold` when it goes back.
    #[schema(example = "gap")]
    kind: &'static str,
    /// Which local times it touches, and what becomes of them.
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

/// What saving would change about a schedule.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PreviewedChange)]
pub(crate) struct ChangeView {
    /// The schedule.
    #[schema(example = "digest")]
    against: String,
    /// Which fires come, go and move; null when the rule there is does not hold any more.
    fires: Option<Change>,
    /// What is planned and has not begun, the earliest first.
    pending: Vec<PendingView>,
    /// Whether more is planned than is listed.
    is_cut: bool,
}

/// Something that is planned, and what would become of it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PendingView {
    /// What it stands for.
    period_key: String,
    /// Which of several in that period; empty when there is one.
    discriminator: String,
    /// When it is due now.
    due_at: Timestamp,
    /// `stays`, `moves`, or `superseded`: it would be skipped for that reason.
    #[schema(example = "stays")]
    fate: &'static str,
    /// When it would be due; null when it would be skipped.
    new_due_at: Option<Timestamp>,
}

impl ChangeView {
    pub(super) fn of(against: String, fires: Option<Change>, pending: &[Pending], listed_max: usize) -> Self {
        let is_cut = pending.len() > listed_max;
        Self { against, fires, pending: pending.iter().take(listed_max).map(PendingView::of).collect(), is_cut }
    }
}

impl PendingView {
    fn of(pending: &Pending) -> Self {
        let Pending { planned, fate } = pending;
        let (fate, new_due_at) = match fate {
            Fate::Stays => ("stays", Some(planned.due_at)),
            Fate::Moves { due_at, .. } => ("moves", Some(*due_at)),
            Fate::Superseded => ("superseded", None),
        };
        Self {
            period_key: planned.period_key.clone(),
            discriminator: planned.discriminator.clone(),
            due_at: planned.due_at,
            fate,
            new_due_at,
        }
    }
}
