//! The first step: nothing goes round in circles, and nobody passes for the engine.
//!
//! Both are judged by what the engine itself knows. Nothing in a payload can switch them off.

use async_trait::async_trait;

use super::sending::TRUSTED_PREFIX;
use super::{Mode, Sending, Step, StepName, Verdict};
use crate::action::Action;
use crate::error::Error;
use crate::outcome::Outcome;

/// So many dispatches may lead to one another.
pub const HOPS_MAX: u32 = 8;

/// The guard.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guard;

#[async_trait]
impl Step for Guard {
    fn name(&self) -> StepName {
        StepName::Guard
    }

    async fn take(&self, sending: &mut Sending, _mode: Mode) -> Verdict {
        if sending.hops > HOPS_MAX {
            let problem = format!("{} dispatches led to this one; at most {HOPS_MAX} may", sending.hops);
            return Verdict::stop(Outcome::rejected(problem));
        }
        match foreign_name(sending.action()) {
            Some(name) => Verdict::stop(Outcome::rejected(name_taken(name))),
            None => Verdict::PASS,
        }
    }
}

/// Refuses metadata that would pass for the engine's own.
///
/// # Errors
/// When a name begins as the engine's do.
pub fn check(action: &Action) -> Result<(), Error> {
    match foreign_name(action) {
        Some(name) => Err(Error::invalid("bad_name", name_taken(name)).with_hint("call it something else")),
        None => Ok(()),
    }
}

fn foreign_name(action: &Action) -> Option<&str> {
    action.metadata.keys().map(String::as_str).find(|name| name.starts_with(TRUSTED_PREFIX))
}

fn name_taken(name: &str) -> String {
    format!("metadata {name:?}: names that begin with {TRUSTED_PREFIX} are the engine's own")
}
