//! The view of a time zone that the sub-daily search needs: its segments of constant offset.

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
