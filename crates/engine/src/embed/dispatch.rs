//! Sending without a schedule, and asking what would become of what is sent.

use refrain_recurrence::Length;

use super::Refrain;
use crate::action::Action;
use crate::dispatch::{Report, Single, Singles};
use crate::error::Error;
use crate::occurrence::{MANUAL_KEY, NewOccurrence, Trigger};
use crate::outcome::Outcome;
use crate::planner::window::rows;

impl Refrain {
    /// Sends one action without a schedule, by the same steps and providers, and answers what came of it. It is tried once;
    /// receivers see the same idempotency key for the same `key`.
    ///
    /// # Errors
    /// When the action could never be sent, or the store cannot be used.
    pub async fn dispatch(&self, key: &str, action: Action) -> Result<(Outcome, Report), Error> {
        self.acting().dispatch(self.singles(), self.single(key, action, None)).await
    }

    /// The same, for at most so long.
    ///
    /// # Errors
    /// As [`Refrain::dispatch`].
    pub async fn dispatch_within(
        &self,
        key: &str,
        action: Action,
        timeout: Length,
    ) -> Result<(Outcome, Report), Error> {
        self.acting().dispatch(self.singles(), self.single(key, action, Some(timeout))).await
    }

    /// What every step would say to the next occurrence of a schedule, were it sent now. Nothing is sent, counted or marked.
    ///
    /// # Errors
    /// When there is no such schedule, its rule does not hold, or the store cannot be used.
    pub async fn dry_run(&self, id: &str) -> Result<Report, Error> {
        let schedule = self.shared.control.schedule(&self.key(id)?).await?;
        let rule = self.shared.control.rule(&schedule).await?;
        let now = self.now();
        let next =
            rule.next_after(now).and_then(|next| rows(&schedule, &rule, &next, Trigger::Schedule).into_iter().next());
        let planned = next.unwrap_or_else(|| NewOccurrence {
            period_key: format!("{MANUAL_KEY}dry_run"),
            discriminator: schedule.definition.discriminators.first().cloned().unwrap_or_default(),
            nominal_at: now,
            due_at: now,
            period: None,
            priority: schedule.definition.priority,
            trigger: Trigger::Manual,
            correlation_id: None,
            note: None,
            concurrency: None,
        });
        Ok(self.singles().dry_run_of(&schedule, planned).await)
    }

    /// What every step would say to an action without a schedule.
    ///
    /// # Errors
    /// When the action could never be sent.
    pub async fn dry_run_of(&self, action: Action) -> Result<Report, Error> {
        self.singles().dry_run(self.single("dry_run", action, None)).await
    }

    fn single(&self, key: &str, action: Action, timeout: Option<Length>) -> Single {
        Single {
            tenant: self.tenant.clone(),
            action,
            key: key.to_owned(),
            is_once: false,
            hops: 0,
            timeout,
            takes_unbound_secrets: true,
            by: self.by(),
        }
    }

    /// What sends single actions, for whoever asks in the name of others.
    pub fn singles(&self) -> &Singles {
        &self.shared.singles
    }
}
