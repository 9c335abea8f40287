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
//! A program inherits no descriptors except standard input, output and error. For this, the provider sets the
//! close-on-exec flag on all other descriptors of this process before each program. An embedding program that
//! passes descriptors to its own children must do so after `fork`, as most libraries do.
//!
//! On Linux a program cannot gain privileges: `sudo` and setuid bits have no effect in it.
//!
//! The provider is off unless the embedding program adds it, and it serves one tenant.

mod catalog;
mod group;
mod output;
mod process;
mod unprivileged;

use async_trait::async_trait;
use jiff::SignedDuration;
use refrain_recurrence::Length;

use self::catalog::CommandLine;
pub use self::catalog::{CommandCatalog, Entry, Parameter};
use self::process::{ProgramExit, run};
use crate::delivery::OutgoingAction;
use crate::delivery::Provider;
use crate::error::Error;
use crate::model::{Action, Delivery, FailReason, Tenant};
use crate::outcome::Outcome;

/// Usual name of this provider.
pub const PROVIDER: &str = "command";

/// Default timeout of a command.
const TIMEOUT: Length = Length::from_seconds(60);

/// Starts commands. The action's target is an entry of the catalog; its payload is an object of parameters.
#[derive(Debug)]
pub struct CommandProvider {
    catalog: CommandCatalog,
    tenant: Tenant,
}

impl CommandProvider {
    /// Creates a provider for the commands of a catalog and one tenant. Actions of other tenants are rejected.
    ///
    /// # Errors
    /// When an entry is invalid: the program is not an absolute path, an argument names an unknown parameter,
    /// or a pattern is not a regular expression.
    pub fn new(catalog: CommandCatalog, tenant: Tenant) -> Result<Self, Error> {
        catalog.check()?;
        Ok(Self { catalog, tenant })
    }

    fn fill(&self, action: &Action) -> Result<CommandLine<'_>, Error> {
        self.catalog.fill(&action.target, &action.payload)
    }
}

#[async_trait]
impl Provider for CommandProvider {
    async fn send(&self, sending: &OutgoingAction) -> Outcome {
        if *sending.tenant() != self.tenant {
            return Outcome::rejected("commands are not available to this tenant");
        }
        match self.fill(sending.action()) {
            Ok(command_line) => outcome(run(&command_line, sending, TIMEOUT).await, &command_line, sending),
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

    fn only_tenant(&self) -> Option<&Tenant> {
        Some(&self.tenant)
    }

    /// Checks whether every program of the catalog exists and is executable.
    async fn health(&self) -> Result<(), String> {
        self.catalog.health()
    }

    /// Returns `None`, because each entry has its own timeout.
    fn timeout_for(&self) -> Option<SignedDuration> {
        None
    }
}

fn outcome(ended: ProgramExit, command_line: &CommandLine<'_>, sending: &OutgoingAction) -> Outcome {
    match ended {
        ProgramExit::Exit { code: 0, .. } => Outcome::DELIVERED,
        ProgramExit::Exit { code, output_tail } => {
            let message = with("the command exited with code", &code.to_string(), &output_tail);
            let is_final = command_line.entry.rejected_codes.contains(&code);
            if is_final { Outcome::rejected(message) } else { Outcome::retryable(message) }
        }
        ProgramExit::Signal { number, output_tail } => {
            Outcome::retryable(with("the command was ended by signal", &number.to_string(), &output_tail))
        }
        ProgramExit::NotStarted { problem } => {
            Outcome::retryable(format!("the command could not be started: {problem}"))
        }
        ProgramExit::Late { after, output_tail } => {
            let message = with("the command was killed after", &after.to_string(), &output_tail);
            match sending.run.definition.delivery {
                Delivery::AtLeastOnce => Outcome::Retryable { reason: FailReason::Timeout, message, retry_after: None },
                Delivery::AtMostOnce => Outcome::Rejected { reason: FailReason::OutcomeUnknown, message },
            }
        }
        ProgramExit::Canceled { output_tail } => Outcome::Rejected {
            reason: FailReason::Canceled,
            message: with("the command was killed because", "the run was canceled", &output_tail),
        },
    }
}

/// Joins a description of the end with the end of the program's output.
fn with(what: &str, detail: &str, output_tail: &str) -> String {
    if output_tail.is_empty() { format!("{what} {detail}") } else { format!("{what} {detail}; output: {output_tail}") }
}
