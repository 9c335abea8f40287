//! Segments: the instants between two changes of a zone's offset.

use crate::civil::Civil;

/// A segment of instants with a constant offset, and the offsets before and after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Segment {
    /// First instant of the segment.
    pub(crate) from: i64,
    /// First instant after the segment.
    pub(crate) until: i64,
    /// Seconds east of UTC.
    pub(crate) offset: i64,
    pub(crate) before: i64,
    pub(crate) after: i64,
}

impl Segment {
    #[inline]
    pub(crate) fn civil(&self, instant: i64) -> Civil {
        Civil(instant + self.offset)
    }

    /// Returns only the bounds and the offset.
    pub(crate) fn stretch(&self) -> Stretch {
        Stretch { from: self.from, until: self.until, offset: self.offset }
    }
}

/// A time zone as the elapsed-time rules see it.
pub(crate) trait Segments {
    /// Returns the segment of constant offset that contains the instant.
    fn segment(&self, instant: i64) -> Stretch;
}

/// The instants `from..until`, in seconds of UTC, at which the wall clock is `offset` seconds ahead of UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stretch {
    pub(crate) from: i64,
    pub(crate) until: i64,
    pub(crate) offset: i64,
}
