//! The provider `command`: an occurrence starts a program of this machine, out of a catalogue that the operator wrote.
//!
//! A schedule names an entry and gives values to its parameters; it chooses neither program nor flags nor environment. No
//! shell is involved anywhere: a program is started with its arguments as they are. It runs in a process group of its own,
//! which is killed with it: at the deadline, when the run is canceled, when the node drops the run, and when the program
//! itself has ended and left others behind. What leaves the group on purpose (`setsid`) is out of reach.
//!
//! On Linux a program cannot gain privileges: `sudo` and setuid bits have no effect in it. It inherits no descriptor that the engine
//! opened; see [`inherited_descriptors`] for those of others.
//!
//! It is off unless a program adds it, and serves one tenant.

mod catalogue;
mod confined;
mod output;
mod process;

use async_trait::async_trait;
use jiff::SignedDuration;
use refrain_recurrence::Length;

use self::catalogue::Filled;
pub use self::catalogue::{Catalogue, Entry, Parameter};
pub use self::confined::inherited_descriptors;
use self::process::{Ended, run};
use super::Provider;
use crate::action::Action;
use crate::dispatch::Sending;
use crate::error::Error;
use crate::id::Tenant;
use crate::outcome::Outcome;
use crate::policy::Delivery;
use crate::reason::FailReason;

/// What the provider is called, as a rule.
pub const PROVIDER: &str = "command";

/// A command that says nothing else may take so long.
const TIMEOUT: Length = Length::from_seconds(60);

/// Starts commands. The action's target is an entry of the catalogue, its payload an object of parameters.
#[derive(Debug)]
pub struct CommandProvider {
    catalogue: Catalogue,
    tenant: Tenant,
}

impl CommandProvider {
    /// Commands of a catalogue, for one tenant: everybody else on this node is refused.
    ///
    /// # Errors
    /// When an entry does not hold: a program that is no absolute path, a parameter that no argument names, a pattern that
    /// is none.
    pub fn new(catalogue: Catalogue, tenant: Tenant) -> Result<Self, Error> {
        catalogue.check()?;
        Ok(Self { catalogue, tenant })
    }

    fn fill(&self, action: &Action) -> Result<Filled<'_>, Error> {
        self.catalogue.fill(&action.target, &action.payload)
    }
}

#[async_trait]
impl Provider for CommandProvider {
    async fn send(&self, sending: &Sending) -> Outcome {
        if !self.serves(sending.tenant()) {
            return Outcome::rejected("commands are not for this tenant");
        }
        match self.fill(sending.action()) {
            Ok(filled) => outcome(run(&filled, sending, TIMEOUT).await, &filled, sending),
            Err(error) => Outcome::rejected(error.to_string()),
        }
    }

    fn default_target(&self, action: &Action) -> Option<String> {
        Some(action.kind.clone())
    }

    fn check(&self, action: &Action) -> Result<(), Error> {
        self.fill(action).map(drop)
    }

    fn receiver(&self, action: &Action) -> String {
        action.target.clone()
    }

    fn starts_programs(&self) -> bool {
        true
    }

    fn serves(&self, tenant: &Tenant) -> bool {
        *tenant == self.tenant
    }

    /// Whether every program of the catalogue is there and may be run.
    async fn health(&self) -> Result<(), String> {
        self.catalogue.health()
    }

    /// Each entry has its own.
    fn timeout_for(&self) -> Option<SignedDuration> {
        None
    }
}

fn outcome(ended: Ended, filled: &Filled<'_>, sending: &Sending) -> Outcome {
    match ended {
        Ended::Exit { code: 0, .. } => Outcome::DELIVERED,
        Ended::Exit { code, said } => {
            let message = with("it ended with exit code", &code.to_string(), &said);
            let is_final = filled.entry.rejected_codes.contains(&code);
            if is_final { Outcome::rejected(message) } else { Outcome::retryable(message) }
        }
        Ended::Signal { number, said } => {
            Outcome::retryable(with("it was ended by signal", &number.to_string(), &said))
        }
        Ended::NotStarted { problem } => Outcome::retryable(format!("it could not be started: {problem}")),
        Ended::Late { after, said } => {
            let message = with("it was killed after", &after.to_string(), &said);
            match sending.run.definition.delivery {
                Delivery::AtLeastOnce => Outcome::Retryable { reason: FailReason::Timeout, message, retry_after: None },
                Delivery::AtMostOnce => Outcome::Rejected { reason: FailReason::OutcomeUnknown, message },
            }
        }
        Ended::Canceled { said } => Outcome::Rejected {
            reason: FailReason::Canceled,
            message: with("it was killed because", "the run was canceled", &said),
        },
    }
}

/// What happened, and the end of what the program said.
fn with(what: &str, detail: &str, said: &str) -> String {
    if said.is_empty() { format!("{what} {detail}") } else { format!("{what} {detail}; it said: {said}") }
}
