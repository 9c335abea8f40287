//! The first step: prevents dispatch loops, and metadata that impersonates the engine.
//!
//! Both checks rely only on what the engine itself knows. Nothing in a payload can switch them off.

use async_trait::async_trait;

use super::{Mode, Step};
use crate::delivery::{OutgoingAction, TRUSTED_PREFIX};
use crate::error::Error;
use crate::error_code::ErrorCode;
use crate::model::Action;
use crate::outcome::{Outcome, StepName, Verdict};

/// Maximum number of dispatches in a chain.
pub const HOPS_MAX: u32 = 8;

/// The guard step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guard;

#[async_trait]
impl Step for Guard {
    fn name(&self) -> StepName {
        StepName::Guard
    }

    async fn take(&self, sending: &mut OutgoingAction, _mode: Mode) -> Verdict {
        if sending.hops > HOPS_MAX {
            let problem = format!("{} dispatches led to this one; at most {HOPS_MAX} are allowed", sending.hops);
            return Verdict::stop(Outcome::rejected(problem));
        }
        match foreign_name(sending.action()) {
            Some(name) => Verdict::stop(Outcome::rejected(name_taken(name))),
            None => Verdict::PASS,
        }
    }
}

/// Rejects metadata that could be mistaken for the engine's own.
///
/// # Errors
/// When a name begins with the engine's prefix.
pub fn check(action: &Action) -> Result<(), Error> {
    match foreign_name(action) {
        Some(name) => Err(Error::invalid(ErrorCode::BadName, name_taken(name)).with_hint("choose another name")),
        None => Ok(()),
    }
}

fn foreign_name(action: &Action) -> Option<&str> {
    action.metadata.keys().map(String::as_str).find(|name| name.starts_with(TRUSTED_PREFIX))
}

fn name_taken(name: &str) -> String {
    format!("metadata {name:?}: names that begin with {TRUSTED_PREFIX} are reserved")
}
