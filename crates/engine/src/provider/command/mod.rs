//! The `command` provider: an occurrence starts a program on this machine, from a catalog that the operator
//! wrote.
//!
//! A schedule names an entry and sets its parameters. It cannot choose the program, its flags or its
//! environment. No shell is involved: the program is started with its arguments as they are.
//!
//! Each program runs in its own process group. The group is killed at the timeout, when the run is canceled, when
//! the node drops the run, and when the program has ended and left other processes behind. A process that leaves
//! the group on purpose (`setsid`) is not killed.
//!
//! On Linux a program cannot gain privileges: `sudo` and setuid bits have no effect in it. It inherits no
//! descriptor that the engine opened; see [`inherited_descriptors`] for descriptors opened by others.
//!
//! The provider is off unless the embedding program adds it, and it serves one tenant.

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

/// Usual name of this provider.
pub const PROVIDER: &str = "command";

/// Default timeout of a command.
const TIMEOUT: Length = Length::from_seconds(60);

/// Starts commands. The action's target is an entry of the catalog; its payload is an object of parameters.
#[derive(Debug)]
pub struct CommandProvider {
    catalogue: Catalogue,
    tenant: Tenant,
}

impl CommandProvider {
    /// Creates a provider for the commands of a catalog and one tenant. Actions of other tenants are rejected.
    ///
    /// # Errors
    /// When an entry is invalid: the program is not an absolute path, an argument names an unknown parameter,
    /// or a pattern is not a regular expression.
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
            return Outcome::rejected("commands are not available to this tenant");
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

    /// Checks whether every program of the catalog exists and is executable.
    async fn health(&self) -> Result<(), String> {
        self.catalogue.health()
    }

    /// Returns `None`, because each entry has its own timeout.
    fn timeout_for(&self) -> Option<SignedDuration> {
        None
    }
}

fn outcome(ended: Ended, filled: &Filled<'_>, sending: &Sending) -> Outcome {
    match ended {
        Ended::Exit { code: 0, .. } => Outcome::DELIVERED,
        Ended::Exit { code, said } => {
            let message = with("the command exited with code", &code.to_string(), &said);
            let is_final = filled.entry.rejected_codes.contains(&code);
            if is_final { Outcome::rejected(message) } else { Outcome::retryable(message) }
        }
        Ended::Signal { number, said } => {
            Outcome::retryable(with("the command was ended by signal", &number.to_string(), &said))
        }
        Ended::NotStarted { problem } => Outcome::retryable(format!("the command could not be started: {problem}")),
        Ended::Late { after, said } => {
            let message = with("the command was killed after", &after.to_string(), &said);
            match sending.run.definition.delivery {
                Delivery::AtLeastOnce => Outcome::Retryable { reason: FailReason::Timeout, message, retry_after: None },
                Delivery::AtMostOnce => Outcome::Rejected { reason: FailReason::OutcomeUnknown, message },
            }
        }
        Ended::Canceled { said } => Outcome::Rejected {
            reason: FailReason::Canceled,
            message: with("the command was killed because", "the run was canceled", &said),
        },
    }
}

/// Joins a description of the end with the end of the program's output.
fn with(what: &str, detail: &str, said: &str) -> String {
    if said.is_empty() { format!("{what} {detail}") } else { format!("{what} {detail}; output: {said}") }
}
