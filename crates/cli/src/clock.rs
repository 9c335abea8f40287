//! The clock of the commands, for relative times.

use jiff::Timestamp;

/// Returns the current time.
#[expect(clippy::disallowed_methods, reason = "only this module reads a clock")]
pub(crate) fn now() -> Timestamp {
    Timestamp::now()
}
