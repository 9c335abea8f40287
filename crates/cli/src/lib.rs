//! Commands of the `refrain` program that need no engine: they read and write files of schedules, and import from and
//! export to other schedulers.
//!
//! Everything here is a function of texts. Only [`document`] reads files.
#![forbid(unsafe_code)]

pub mod document;
pub mod icalendar;
pub mod import;
mod problem;
mod source;
pub mod text;
pub mod tree;

pub use problem::{Problem, Problems};
pub use source::{Place, Source};
