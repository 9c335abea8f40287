//! A range of days.

use crate::civil::Day;

/// A range of days. `ends` is the day after the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DaySpan {
    pub(super) starts: Day,
    pub(super) ends: Day,
}

impl DaySpan {
    pub(super) fn holds(self, day: Day) -> bool {
        self.starts <= day && day < self.ends
    }
}
