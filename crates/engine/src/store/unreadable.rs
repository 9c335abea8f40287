//! Schedules whose definition cannot be read: what is known of them all the same. They stop nobody but themselves.

use jiff::Timestamp;

use crate::id::{Revision, ScheduleKey, ScheduleUid};
use crate::schedule::{Schedule, Status};

/// A schedule whose definition cannot be read. It can be put in quarantine, deleted, or healed by an edit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// Which.
    pub uid: ScheduleUid,
    /// Its name.
    pub key: ScheduleKey,
    /// As it was when it was found.
    pub revision: Revision,
    /// Whether it is disabled already.
    pub status: Status,
    /// Everything up to here is dealt with; an edit that heals it goes on from there.
    pub watermark: Timestamp,
    /// When it was made, from which some rules count.
    pub created_at: Timestamp,
    /// Why it cannot be read.
    pub problem: String,
}

/// One place of a list of schedules: the schedule, or what is known of it.
pub type Listed = Result<Schedule, Box<Unreadable>>;

/// The identity of a schedule in a list.
pub fn uid_of(listed: &Listed) -> ScheduleUid {
    match listed {
        Ok(schedule) => schedule.uid,
        Err(unreadable) => unreadable.uid,
    }
}

/// What planning must look at.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Due {
    /// Those that can be planned.
    pub schedules: Vec<Schedule>,
    /// Those that cannot even be read.
    pub unreadable: Vec<Unreadable>,
}

impl FromIterator<Listed> for Due {
    fn from_iter<T: IntoIterator<Item = Listed>>(listed: T) -> Self {
        let mut due = Self::default();
        for one in listed {
            match one {
                Ok(schedule) => due.schedules.push(schedule),
                Err(unreadable) => due.unreadable.push(*unreadable),
            }
        }
        due
    }
}
