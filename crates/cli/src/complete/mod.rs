//! Candidates for shell completion: names that the server has now, and lists that never change.
//!
//! [`attach`] finds the arguments by their names. An argument with another name gets a function with
//! `#[arg(add = clap_complete::engine::ArgValueCompleter::new(complete::schedules))]`. A lookup takes less than a
//! second, returns at most 100 candidates and never reports an error: a shell has no place to show one.

mod attach;
mod bash;
mod fixed;
mod lookup;

pub use self::attach::attach;
pub use self::bash::Bash;
pub use self::fixed::{event_kinds, occurrence_states, schedule_statuses, time_zones, work_item_states};
pub use self::lookup::{
    alerts, calendars, dispatch_rules, holds, keys, providers, queues, quotas, recurring_actions, runs, schedules,
    secrets, work_items,
};

/// Maximum number of candidates.
const CANDIDATES_MAX: usize = 100;
