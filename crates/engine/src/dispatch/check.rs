//! Checks of an action before it is saved or sent, whatever its provider.

use super::{dedup, guard};
use crate::delivery::Providers;
use crate::error::Error;
use crate::error_code::ErrorCode;
use crate::model::Action;

/// Rejects an action that could never be sent.
///
/// # Errors
/// When the action is invalid.
pub(crate) fn check_action(providers: &Providers, action: &Action) -> Result<(), Error> {
    if action.provider.is_empty() {
        let empty = Error::invalid(ErrorCode::BadValue, "action.provider is empty");
        return Err(empty.with_hint("name a provider, such as `log`"));
    }
    guard::check(action)?;
    dedup::check(action)?;
    providers.check(action)
}
