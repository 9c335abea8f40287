//! What people change about schedules, and what they expect to find.

use std::collections::BTreeMap;

use jiff::Timestamp;

use crate::audit::By;
use crate::definition::Definition;
use crate::gap::NewGap;
use crate::id::{OccurrenceId, ScheduleKey};
use crate::occurrence::{NewOccurrence, Occurrence};
use crate::schedule::{Schedule, Source, Status};

/// What a change expects to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expect {
    /// Nothing yet.
    New,
    /// Whatever there is, or nothing.
    Any,
    /// Exactly this revision or version.
    Exactly(i64),
}

/// Makes a schedule, or gives it a new definition.
#[derive(Clone, Debug, PartialEq)]
pub struct SaveSchedule {
    /// Its name.
    pub key: ScheduleKey,
    /// What must be there before.
    pub expect: Expect,
    /// What it is from now on.
    pub definition: Definition,
    /// The status of a new schedule: active or paused. An edit leaves the status alone.
    pub status: Status,
    /// Where it comes from.
    pub source: Source,
    /// When planning must look at it first.
    pub next_due_at: Option<Timestamp>,
    /// For a new schedule, where planning begins. An edit leaves the watermark alone, or raises it with `replan`.
    pub watermark: Timestamp,
    /// What becomes of the occurrences that are planned and not begun. They stay as they are without it; with it they are
    /// looked at anew even when the definition is the same, as a new time zone database wants it.
    pub replan: Option<Replan>,
    /// A new schedule is refused when its tenant has so many already, counted in the same transaction.
    pub schedules_max: Option<usize>,
    /// Counts as a change even if the definition is the same: a new revision, a later `updated_at`.
    pub touch: bool,
    /// Who asks.
    pub by: By,
}

/// A new look at planned occurrences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replan {
    /// The watermark that the caller saw: had planning gone on since, its rows would be missing from `keep`.
    pub watermark: Timestamp,
    /// The status that the caller saw: planning may have finished the schedule since, of which neither its revision nor its
    /// watermark tells, and then it yielded nothing more.
    pub status: Status,
    /// Those that still match keep their key and get these times. All others are skipped as superseded.
    pub keep: Vec<Kept>,
    /// Planned occurrences that the caller saw and does not keep: had one of them started since, what is added in its place
    /// would run its time again.
    pub supersede: Vec<OccurrenceId>,
    /// The time zone database that gave these times; kept and added rows name it from now on.
    pub tzdb: String,
    /// Everything up to here is dealt with. It only raises the watermark.
    pub watermark_to: Timestamp,
    /// What the old rule still yielded up to there and nobody planned.
    pub gaps: Vec<NewGap>,
    /// Rows of the new rule up to the watermark. One whose key is taken is left as it is and not counted.
    pub add: Vec<NewOccurrence>,
}

impl Replan {
    /// A new look at a schedule as it was found, which leaves the watermark where it is.
    pub fn keeping(found: &Schedule, planned: &[Occurrence], keep: Vec<Kept>, tzdb: impl Into<String>) -> Self {
        let is_kept = |row: &Occurrence| {
            let is_it = |kept: &Kept| {
                kept.period_key == row.planned.period_key && kept.discriminator == row.planned.discriminator
            };
            keep.iter().any(is_it)
        };
        let superseded = planned.iter().filter(|row| row.may_be_superseded() && !is_kept(row));
        Self {
            watermark: found.watermark,
            status: found.status,
            supersede: superseded.map(|row| row.id).collect(),
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
pub struct Kept {
    /// Its period.
    pub period_key: String,
    /// Which of several.
    pub discriminator: String,
    /// What the new rule says.
    pub nominal_at: Timestamp,
    /// Nominal and jitter.
    pub due_at: Timestamp,
}

/// Pauses, resumes, cancels or disables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeStatus {
    /// Which schedule.
    pub key: ScheduleKey,
    /// What must be there before; [`Expect::New`] finds nothing to change.
    pub expect: Expect,
    /// What it is from now on.
    pub to: Status,
    /// Why, or the error.
    pub text: Option<String>,
    /// When a pause ends by itself.
    pub until: Option<Timestamp>,
    /// When resuming: what was left out, the new watermark (it only rises) and when planning must look next.
    pub resume: Option<Resume>,
    /// Who asks.
    pub by: By,
}

/// Where planning goes on after a pause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resume {
    /// Gaps over the time of the pause. There are several where an occurrence in between has its row.
    pub gaps: Vec<NewGap>,
    /// Everything up to here is dealt with.
    pub watermark: Timestamp,
    /// When planning must look next.
    pub next_due_at: Option<Timestamp>,
}

/// Which schedules are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScheduleFilter {
    /// In one of these; any but deleted when empty.
    pub statuses: Vec<Status>,
    /// With all of these labels.
    pub labels: Vec<(String, String)>,
    /// Whose name begins so.
    pub id_prefix: Option<String>,
    /// Whose action this provider sends.
    pub provider: Option<String>,
    /// Whose name or description holds this, whatever the case of its letters.
    pub text: Option<String>,
    /// How many schedules one page looks at, at most; as many as a store ever does when absent. A page that has looked at so many ends
    /// there, full or not, and names where to go on.
    pub looks_at_max: Option<usize>,
}

/// How many schedules a tenant has, by status.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScheduleCounts {
    /// So many in each status; those without one are left out.
    pub by_status: BTreeMap<Status, u64>,
    /// Whether counting ended at the limit: there are so many, or more.
    pub is_cut: bool,
}

impl ScheduleCounts {
    /// So many in these statuses; in any when empty.
    pub fn of(&self, statuses: &[Status]) -> u64 {
        let is_asked_for = |status: &Status| statuses.is_empty() || statuses.contains(status);
        self.by_status.iter().filter(|(status, _)| is_asked_for(status)).map(|(_, count)| count).sum()
    }

    /// Counts one more, and none after the first that is over the limit.
    pub(crate) fn add(&mut self, status: Status, limit: usize) {
        if !self.is_cut {
            *self.by_status.entry(status).or_default() += 1;
            self.is_cut = self.of(&[]) > limit as u64;
        }
    }
}
