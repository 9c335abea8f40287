//! What the sub-daily search needs to know of a time zone: its stretches of constant offset.

/// A time zone, as far as elapsed-time rules care.
pub(crate) trait Segments {
    /// The stretch of constant offset that holds the instant.
    fn segment(&self, instant: i64) -> Stretch;
}

/// Instants `from..until`, in seconds of UTC, at which the wall clock is `offset` seconds ahead of UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stretch {
    pub(crate) from: i64,
    pub(crate) until: i64,
    pub(crate) offset: i64,
}
