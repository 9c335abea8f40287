//! Schedules whose definition cannot be read, and their known fields. They affect no other schedule.

use jiff::Timestamp;

use crate::model::{Revision, Schedule, ScheduleKey, ScheduleUid, Status};

/// A schedule whose definition cannot be read. It can be quarantined, deleted, or repaired by an edit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadableSchedule {
    /// Uid of the schedule.
    pub uid: ScheduleUid,
    /// Key of the schedule.
    pub key: ScheduleKey,
    /// Revision when the problem was found.
    pub revision: Revision,
    /// Status of the schedule; it may already be disabled.
    pub status: Status,
    /// Watermark: everything up to this instant is planned. An edit that repairs the schedule continues from
    /// there.
    pub watermark: Timestamp,
    /// Creation time, from which some recurrences count.
    pub created_at: Timestamp,
    /// Reason why the definition cannot be read.
    pub problem: String,
}

/// One entry in a list of schedules: the schedule, or its known fields if its definition cannot be read.
pub type ListedSchedule = Result<Schedule, Box<UnreadableSchedule>>;

/// Returns the uid of a schedule in a list.
pub fn listed_uid(listed: &ListedSchedule) -> ScheduleUid {
    match listed {
        Ok(schedule) => schedule.uid,
        Err(unreadable) => unreadable.uid,
    }
}

/// Schedules that are due for planning.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DueSchedules {
    /// Schedules that can be planned.
    pub schedules: Vec<Schedule>,
    /// Schedules whose definition cannot be read.
    pub unreadable: Vec<UnreadableSchedule>,
}

impl FromIterator<ListedSchedule> for DueSchedules {
    fn from_iter<T: IntoIterator<Item = ListedSchedule>>(listed: T) -> Self {
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
