//! Sending a single action on behalf of a caller.

use super::Control;
use crate::dispatch::{Report, Single, Singles};
use crate::error::Error;
use crate::outcome::Outcome;
use crate::rights::{Right, Rights};

impl Control<Rights> {
    /// Sends one action without a schedule, and returns its outcome.
    ///
    /// # Errors
    /// If the caller may not send it, it could never be sent, its intent cannot be recorded, or the store cannot be used.
    pub async fn dispatch(&self, singles: &Singles, single: Single) -> Result<(Outcome, Report), Error> {
        singles.send(self.permitted(single)?).await
    }

    /// Returns what every step would say to an action. It needs the same rights as sending it.
    ///
    /// # Errors
    /// If the caller may not send it, or it could never be sent.
    pub async fn dry_run(&self, singles: &Singles, single: Single) -> Result<Report, Error> {
        singles.dry_run(self.permitted(single)?).await
    }

    /// The action as the caller may send it. The caller chooses its target, so it carries secrets that are not bound to one
    /// only for a caller who manages secrets anyway.
    fn permitted(&self, single: Single) -> Result<Single, Error> {
        self.rights.require(&single.tenant, Right::Fire)?;
        self.permit_action(&single.action)?;
        let takes_unbound_secrets = single.takes_unbound_secrets && self.rights.has(Right::Secrets);
        Ok(Single { takes_unbound_secrets, ..single })
    }
}
