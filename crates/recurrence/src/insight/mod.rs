//! Information about a recurrence for people. Nothing here changes when a schedule runs.
//!
//! `describe` says in English what a rule means. `lint` warns about parts that are valid but probably not intended,
//! and `diff` compares two rules. `verdict` explains why an instant is or is not an occurrence, and `dst` what an
//! offset change does to the occurrences. `min_gap` is the shortest time between two of them.

mod describe;
mod diff;
mod dst;
mod lint;
mod min_gap;
mod verdict;

pub use describe::ClockStyle;
pub use diff::{Diff, MovedOccurrence, diff};
pub use dst::{DstDate, DstEffect, DstKind};
pub use lint::Warning;
pub use verdict::{Check, Verdict};
