//! The engine. So far it hands out the recurrence arithmetic it will plan with.
#![forbid(unsafe_code)]
pub use refrain_recurrence as recurrence;
