//! What to tell people about a rule, for the command line and the API alike: its warnings, its next fires, what a change of it
//! does, and a calendar file of it. From rules to plain values; it never reads a clock or a store.

mod change;
mod feed;
mod fire;
mod question;
mod warning;

pub(crate) use change::{Change, ToldOccurrence};
pub(crate) use feed::Feed;
pub(crate) use fire::Fire;
pub(crate) use question::{COUNT_MAX, Direction, Question};
pub(crate) use warning::ToldWarning;
