//! Checks of a definition that need no store.

use refrain_recurrence::Recurrence;

use super::Control;
use crate::dispatch::check_action;
use crate::error::Error;
use crate::error_code::ErrorCode;
use crate::model::{Action, CatchUp, Definition, KEY_BYTES_MAX, Tenant};

/// Maximum number of discriminators. All occurrences of one period are planned in one transaction.
const DISCRIMINATORS_MAX: usize = 1_000;

impl<R> Control<R> {
    /// Rejects a definition that could never be saved. The recurrence is not compiled here.
    ///
    /// # Errors
    /// Returns the first problem.
    pub fn check(&self, definition: &Definition) -> Result<(), Error> {
        check(definition)?;
        check_action(&self.providers, &definition.action)
    }

    /// Rejects an action with a secret that may not be sent to its receiver, as far as this node has the provider.
    pub(super) async fn check_secrets(&self, tenant: &Tenant, action: &Action) -> Result<(), Error> {
        match self.providers.get(&action.provider) {
            Some(provider) => provider.check_secrets(tenant, action).await,
            None => Ok(()),
        }
    }
}

/// Checks everything except the recurrence.
fn check(definition: &Definition) -> Result<(), Error> {
    if definition.retry.max_attempts == 0 {
        return Err(Error::invalid(ErrorCode::OutOfRange, "retry.max_attempts 0 allows no attempt")
            .with_hint("use 1 for one attempt"));
    }
    if !definition.retry.factor.is_finite() || definition.retry.factor < 1.0 {
        let detail = format!("retry.factor {} is not a number of at least 1", definition.retry.factor);
        return Err(Error::invalid(ErrorCode::OutOfRange, detail));
    }
    if definition.max_concurrent == Some(0) {
        return Err(Error::invalid(ErrorCode::OutOfRange, "max_concurrent 0 allows no run")
            .with_hint("pause the schedule instead"));
    }
    if definition.pause_on_failure == Some(0) {
        return Err(
            Error::invalid(ErrorCode::OutOfRange, "pause_on_failure 0 has no meaning").with_hint("leave it out")
        );
    }
    let (limit, limit_max) = (definition.catch_up.limit, CatchUp::LIMIT_MAX);
    if limit > limit_max {
        let detail = format!("catch_up.limit {limit} exceeds the maximum of {limit_max}");
        return Err(Error::invalid(ErrorCode::OutOfRange, detail).with_hint("backfill older occurrences"));
    }
    let mut seen = definition.discriminators.clone();
    seen.sort();
    seen.dedup();
    if seen.len() > DISCRIMINATORS_MAX {
        let detail = format!("{} discriminators exceed the maximum of {DISCRIMINATORS_MAX}", seen.len());
        return Err(Error::invalid(ErrorCode::OutOfRange, detail).with_hint("split the schedule into several"));
    }
    if let Some(long) = seen.iter().find(|name| name.len() > KEY_BYTES_MAX) {
        let detail = format!("a discriminator has {} bytes; the maximum is {KEY_BYTES_MAX}", long.len());
        return Err(Error::invalid(ErrorCode::TooLong, detail));
    }
    if seen.len() != definition.discriminators.len() || seen.iter().any(String::is_empty) {
        return Err(Error::invalid(
            ErrorCode::BadValue,
            "discriminators must be different from each other and not empty",
        ));
    }
    check_after_completion(definition)
}

/// Rejects settings that cannot apply to a recurrence that counts from the completion of a run: it has one
/// occurrence at a time, at a time that no calendar knows.
fn check_after_completion(definition: &Definition) -> Result<(), Error> {
    if !matches!(definition.spec.recurrence, Recurrence::AfterCompletion(_)) {
        return Ok(());
    }
    let settings = [
        ("calendars", definition.spec.calendars.is_empty()),
        ("jitter", definition.spec.jitter.is_none()),
        ("discriminators", definition.discriminators.is_empty()),
    ];
    match settings.iter().find(|(_, is_unset)| !is_unset) {
        Some((name, _)) => {
            let detail = format!("the recurrence after_completion cannot be combined with {name}");
            Err(Error::invalid(ErrorCode::Conflict, detail)
                .with_hint("use a recurrence with fixed times, for example every"))
        }
        None => Ok(()),
    }
}
