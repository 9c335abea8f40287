//! The component that delivers actions: sends a message, calls a function or enqueues work.

use async_trait::async_trait;
use jiff::SignedDuration;

use super::OutgoingAction;
use crate::error::Error;
use crate::model::{Action, Tenant};
use crate::outcome::Outcome;

/// Delivers actions to receivers.
#[async_trait]
pub trait Provider: Send + Sync + 'static {
    /// Sends the action and returns the outcome. The future may be dropped at any time: the worker does not
    /// wait for a run that lost its lease.
    async fn send(&self, sending: &OutgoingAction) -> Outcome;

    /// Rejects an action that this provider could never send. Called when a schedule is saved.
    ///
    /// # Errors
    /// When the action is invalid for this provider.
    fn check(&self, _action: &Action) -> Result<(), Error> {
        Ok(())
    }

    /// Rejects an action that names a secret of the tenant which may not be sent to the action's receiver. Called
    /// when a schedule or an alert is saved. A secret that does not exist yet is accepted.
    ///
    /// # Errors
    /// Returns the error `secret_not_allowed`, or an error if the secrets cannot be read.
    async fn check_secrets(&self, _tenant: &Tenant, _action: &Action) -> Result<(), Error> {
        Ok(())
    }

    /// Rejects a payload that names a secret of the tenant without allowances, or one that may not be sent to the
    /// action's receiver. Called when a caller without the permission `secrets` gives a single run its payload.
    ///
    /// # Errors
    /// Returns the error `secret_unbound` or `secret_not_allowed`, or an error if the secrets cannot be read.
    async fn check_bound_secrets(&self, _tenant: &Tenant, _action: &Action) -> Result<(), Error> {
        Ok(())
    }

    /// Returns the names of the targets if the provider has a closed list of them. `None` means that any target
    /// is allowed.
    fn targets(&self) -> Option<Vec<String>> {
        None
    }

    /// Returns a warning about an action that can be saved but probably contains a mistake.
    fn warn(&self, _action: &Action) -> Option<Warning> {
        None
    }

    /// Returns the receiver of an action, a host or a broker, under which failures are counted. Empty when
    /// there is only one.
    fn receiver(&self, _action: &Action) -> String {
        String::new()
    }

    /// Returns whether sending starts a program. If so, saving an action or dispatch rule that leads to this
    /// provider needs the `command` permission.
    fn starts_programs(&self) -> bool {
        false
    }

    /// Returns the only tenant whose actions the provider sends. `None` means that it sends those of all tenants.
    fn only_tenant(&self) -> Option<&Tenant> {
        None
    }

    /// Returns the target for an action without one, for interfaces that allow that. `None` when there is no
    /// default.
    fn default_target(&self, _action: &Action) -> Option<String> {
        None
    }

    /// Returns the default timeout for schedules without one. `None` when the provider enforces its own
    /// timeout.
    fn timeout_for(&self) -> Option<SignedDuration> {
        None
    }

    /// Checks whether the provider can be used now.
    ///
    /// # Errors
    /// When the provider cannot be used; the text is the reason.
    async fn health(&self) -> Result<(), String> {
        Ok(())
    }
}

/// A problem with an action that its author should see. A warning changes nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Stable warning code.
    pub code: &'static str,
    /// Description of the problem, including the value.
    pub detail: String,
    /// Suggested fix.
    pub hint: Option<&'static str>,
}
