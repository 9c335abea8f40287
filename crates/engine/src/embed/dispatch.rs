//! Sends single actions without a schedule, and dry runs.

use refrain_recurrence::Length;

use super::Refrain;
use crate::dispatch::{Report, SingleAction, SingleDispatcher};
use crate::error::Error;
use crate::model::{Action, MANUAL_KEY, NewOccurrence, Trigger};
use crate::outcome::Outcome;
use crate::planner::window::rows;

impl Refrain {
    /// Sends one action without a schedule, through the same dispatch steps and providers, and returns its outcome.
    ///
    /// There is a single attempt and no retry. Calls with the same `key` give receivers the same idempotency key.
    ///
    /// # Errors
    /// Returns an error if the action could never be sent, or if the store is unavailable.
    pub async fn dispatch(&self, key: &str, action: Action) -> Result<(Outcome, Report), Error> {
        self.full_control().dispatch(self.singles(), self.single(key, action, None)).await
    }

    /// Sends one action like [`Refrain::dispatch`], with a timeout.
    ///
    /// # Errors
    /// Returns the same errors as [`Refrain::dispatch`].
    pub async fn dispatch_within(
        &self,
        key: &str,
        action: Action,
        timeout: Length,
    ) -> Result<(Outcome, Report), Error> {
        self.full_control().dispatch(self.singles(), self.single(key, action, Some(timeout))).await
    }

    /// Returns what every dispatch step would decide if the next occurrence of a schedule were sent now. Nothing
    /// is sent, counted or marked.
    ///
    /// # Errors
    /// Returns an error if there is no such schedule, if its recurrence is no longer valid, or if the store is
    /// unavailable.
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
            payload: None,
        });
        Ok(self.singles().dry_run_occurrence(&schedule, planned).await)
    }

    /// Returns what every dispatch step would decide about an action that belongs to no schedule.
    ///
    /// # Errors
    /// Returns an error if the action could never be sent.
    pub async fn dry_run_occurrence(&self, action: Action) -> Result<Report, Error> {
        self.singles().dry_run(self.single("dry_run", action, None)).await
    }

    fn single(&self, key: &str, action: Action, timeout: Option<Length>) -> SingleAction {
        SingleAction {
            tenant: self.tenant.clone(),
            action,
            key: key.to_owned(),
            is_once: false,
            hops: 0,
            timeout,
            allows_unbound_secrets: true,
            by: self.by(),
        }
    }

    /// Returns the sender of single actions, for programs that send on behalf of other callers.
    pub fn singles(&self) -> &SingleDispatcher {
        &self.shared.singles
    }
}
