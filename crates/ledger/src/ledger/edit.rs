//! Changes that people make to schedules, and the state that each change expects.

use std::collections::{BTreeMap, HashSet};

use jiff::Timestamp;

use crate::model::{
    By, Definition, NewGap, NewOccurrence, Occurrence, OccurrenceId, Schedule, ScheduleKey, Source, Status,
    is_key_of_recurrence,
};

/// State that a change expects to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectedVersion {
    /// Nothing exists yet.
    New,
    /// Any state, including none.
    Any,
    /// Exactly this revision or version.
    Exactly(i64),
}

/// Creates a schedule or replaces its definition.
#[derive(Clone, Debug, PartialEq)]
pub struct SaveSchedule {
    /// Key of the schedule.
    pub key: ScheduleKey,
    /// State that must exist before the save.
    pub expect: ExpectedVersion,
    /// The new definition.
    pub definition: Definition,
    /// Status of a new schedule: active or paused. With paused, an edit also pauses the schedule; with active, a
    /// paused schedule stays paused.
    pub status: Status,
    /// Origin of the schedule.
    pub source: Source,
    /// Time at which planning must first examine the schedule.
    pub next_due_at: Option<Timestamp>,
    /// For a new schedule, the instant at which planning starts. An edit keeps the watermark, or raises it with
    /// `replan`.
    pub watermark: Timestamp,
    /// Replanning of the occurrences that are planned and not started. Without it, they stay as they are. With
    /// it, they are replanned even if the definition is the same, as a new time zone database requires.
    pub replan: Option<Replan>,
    /// Maximum number of schedules of the tenant. A new schedule is refused if the tenant already has this many,
    /// counted in the same transaction.
    pub schedules_max: Option<usize>,
    /// Treats the save as a change even if the definition is the same: it creates a new revision and a later
    /// `updated_at`.
    pub touch: bool,
    /// Author of the change.
    pub by: By,
}

/// Maximum number of occurrences that one replan keeps, and of those that it supersedes.
pub const REPLAN_ROWS_MAX: usize = 100_000;

/// Replanning of a schedule's planned occurrences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replan {
    /// Watermark that the caller saw. If planning has advanced since, its new rows would be missing from `keep`.
    pub watermark: Timestamp,
    /// Status that the caller saw. Planning may have finished the schedule since, which neither its revision nor
    /// its watermark shows; a finished schedule yields nothing more.
    pub status: Status,
    /// Occurrences that still match. They keep their key and get these times. Occurrences that neither `keep` nor
    /// `supersede` names stay planned at their times. At most [`REPLAN_ROWS_MAX`].
    pub keep: Vec<KeptOccurrence>,
    /// Planned occurrences that the caller saw and does not keep: they are skipped as superseded. If one of them
    /// has started since, the save is refused: an occurrence added in its place would run its time again. At most
    /// [`REPLAN_ROWS_MAX`].
    pub supersede: Vec<OccurrenceId>,
    /// Time zone database that produced these times. Rows that are kept or added name it from now on.
    pub tzdb: String,
    /// New watermark: everything up to this instant is planned. The watermark only increases.
    pub watermark_to: Timestamp,
    /// Gaps for what the old recurrence yielded up to `watermark_to` and was not planned.
    pub gaps: Vec<NewGap>,
    /// Rows of the new recurrence up to the watermark. A superseded row with the same key is planned again. Any
    /// other row whose key already exists stays as it is and is not counted.
    pub add: Vec<NewOccurrence>,
}

impl Replan {
    /// Replans a schedule as it was read, without moving its watermark.
    pub fn keeping(
        found: &Schedule,
        planned: &[Occurrence],
        keep: Vec<KeptOccurrence>,
        tzdb: impl Into<String>,
    ) -> Self {
        let kept: HashSet<(&str, &str)> =
            keep.iter().map(|kept| (kept.period_key.as_str(), kept.discriminator.as_str())).collect();
        let is_kept = |row: &NewOccurrence| kept.contains(&(row.period_key.as_str(), row.discriminator.as_str()));
        let superseded = planned.iter().filter(|row| row.may_be_superseded() && !is_kept(&row.planned));
        let supersede = superseded.map(|row| row.id).collect();
        Self {
            watermark: found.watermark,
            status: found.status,
            supersede,
            keep,
            tzdb: tzdb.into(),
            watermark_to: found.watermark,
            gaps: Vec::new(),
            add: Vec::new(),
        }
    }
}

/// A planned occurrence that is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptOccurrence {
    /// Period key of the occurrence.
    pub period_key: String,
    /// Discriminator of the occurrence.
    pub discriminator: String,
    /// Nominal time that the new recurrence yields.
    pub nominal_at: Timestamp,
    /// Nominal time plus jitter.
    pub due_at: Timestamp,
}

impl KeptOccurrence {
    /// Returns whether the period belongs to the recurrence, and not to a manual run.
    pub fn is_of_recurrence(&self) -> bool {
        is_key_of_recurrence(&self.period_key)
    }
}

/// Pauses, resumes, cancels or disables a schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeStatus {
    /// Key of the schedule.
    pub key: ScheduleKey,
    /// State that must exist before the change. With [`ExpectedVersion::New`], there is nothing to change.
    pub expect: ExpectedVersion,
    /// The new status.
    pub to: Status,
    /// Note of the caller, or the error.
    pub text: Option<String>,
    /// Time at which a pause ends by itself.
    pub until: Option<Timestamp>,
    /// When resuming: the skipped occurrences, the new watermark (it only increases) and the next planning time.
    pub resume: Option<Resume>,
    /// Author of the change.
    pub by: By,
}

/// Where planning continues after a pause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resume {
    /// Gaps over the time of the pause. There are several if an occurrence in between has its own row.
    pub gaps: Vec<NewGap>,
    /// New watermark: everything up to this instant is planned.
    pub watermark: Timestamp,
    /// Time at which planning must next examine the schedule.
    pub next_due_at: Option<Timestamp>,
}

/// Selects schedules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScheduleFilter {
    /// Statuses to include. Default: all except deleted.
    pub statuses: Vec<Status>,
    /// Labels that a schedule must have, all of them.
    pub labels: Vec<(String, String)>,
    /// Prefix of the schedule ID.
    pub id_prefix: Option<String>,
    /// Provider of the schedule's action.
    pub provider: Option<String>,
    /// Text that the ID or the description contains, ignoring case.
    pub text: Option<String>,
    /// Maximum number of schedules that one page examines. Default: the maximum of the store. A page that reaches
    /// this number ends there, full or not, and names where to continue.
    pub scan_limit: Option<usize>,
}

/// Number of schedules of a tenant, by status.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScheduleCounts {
    /// Number of schedules in each status. Statuses without a schedule are omitted.
    pub by_status: BTreeMap<Status, u64>,
    /// Whether counting stopped at the limit. The tenant may then have more schedules than counted.
    pub is_cut: bool,
}

impl ScheduleCounts {
    /// Returns the number of schedules in these statuses, or in all statuses if the list is empty.
    pub fn of(&self, statuses: &[Status]) -> u64 {
        let is_asked_for = |status: &Status| statuses.is_empty() || statuses.contains(status);
        self.by_status.iter().filter(|(status, _)| is_asked_for(status)).map(|(_, count)| count).sum()
    }

    /// Counts one more schedule. Counting stops after the first schedule above the limit.
    pub fn add(&mut self, status: Status, limit: usize) {
        if !self.is_cut {
            *self.by_status.entry(status).or_default() += 1;
            self.is_cut = self.of(&[]) > limit as u64;
        }
    }
}
