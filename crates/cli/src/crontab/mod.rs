//! Crontabs, as Vixie cron and its descendants (Debian's cron, cronie) read them.
//!
//! [`read`] turns the text of crontabs into jobs that a server can run as they are. The importer makes documents of the
//! same lines, with a report of what differs.

mod account;
mod command;
mod fields;
mod form;
mod job;
mod line;
mod table;
mod variables;

pub use self::account::Account;
pub use self::form::CrontabForm;
pub use self::job::CronJob;
pub use self::table::{Crontab, CrontabOptions, read};

pub(crate) use self::command::Command;
pub(crate) use self::fields::{Translation, ZoneUse, translate, unknown_macro};
pub(crate) use self::line::{EntryLine, Line, comment_above, is_entry, parse};
pub(crate) use self::variables::{Surroundings, Variables};
