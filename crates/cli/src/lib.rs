//! Commands of the `refrain` program that need no engine: they operate a server, read and write files of schedules,
//! and import from and export to other schedulers.
//!
//! [`command`] contains the commands, one file per noun. A command talks to a server through a [`session`] and shows
//! its result through the [`output`]. [`apply`] sends documents to a server. The other modules are functions of texts;
//! of them, only [`document`] reads files.
#![forbid(unsafe_code)]

pub mod apply;
pub mod catalog;
mod clock;
pub mod command;
pub mod complete;
pub mod crontab;
pub mod document;
mod editor;
mod exit;
pub mod export;
pub mod icalendar;
mod identify;
pub mod import;
mod interrupt;
pub mod local;
pub mod output;
mod problem;
pub mod progress;
pub mod prompt;
pub mod session;
mod source;
mod terminal;
pub mod text;
pub mod tree;
mod wait;

pub use exit::{Exit, Failure};
pub use problem::{Problem, Problems};
pub use source::{Place, Source};
