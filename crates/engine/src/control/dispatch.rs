//! Sends single actions on behalf of a caller.

use super::Control;
use crate::dispatch::{Report, SingleAction, SingleDispatcher};
use crate::error::Error;
use crate::outcome::Outcome;
use crate::right::Right;
use crate::rights::Rights;

impl Control<Rights> {
    /// Sends one action without a schedule, and returns its outcome.
    ///
    /// # Errors
    /// Returns an error if the caller may not send the action, if it could never be sent, if its intent cannot be
    /// recorded, or if the store is unavailable.
    pub async fn dispatch(&self, singles: &SingleDispatcher, single: SingleAction) -> Result<(Outcome, Report), Error> {
        singles.send(self.permitted(single)?).await
    }

    /// Returns what every dispatch step would decide about an action. A dry run needs the same rights as sending.
    ///
    /// # Errors
    /// Returns an error if the caller may not send the action, or if it could never be sent.
    pub async fn dry_run(&self, singles: &SingleDispatcher, single: SingleAction) -> Result<Report, Error> {
        singles.dry_run(self.permitted(single)?).await
    }

    /// Returns the action as the caller may send it. The caller chooses the target, so secrets that are not bound
    /// to a target are allowed only for callers who may manage secrets.
    fn permitted(&self, single: SingleAction) -> Result<SingleAction, Error> {
        self.rights.require(&single.tenant, Right::Fire)?;
        self.permit_dispatch(&single.action)?;
        let allows_unbound_secrets = single.allows_unbound_secrets && self.rights.has(Right::Secrets);
        Ok(SingleAction { allows_unbound_secrets, ..single })
    }
}
