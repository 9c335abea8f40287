//! Checks a payload that a caller gives a single run: it passes what a saved action passes, and the caller needs the
//! rights for its effect.
//!
//! The provider may change until the run is sent. The payload therefore records what its author may do, and the
//! dispatch checks it again.

use std::sync::Arc;

use serde_json::Value;

use super::Control;
use crate::dispatch::check_action;
use crate::dispatch::template::tree_secrets;
use crate::error::Error;
use crate::model::{Action, RunPayload, Schedule};
use crate::right::Right;
use crate::rights::Rights;

/// Path of the payload in a request.
const PAYLOAD: &str = "payload";

impl Control<Rights> {
    /// Returns a payload as the caller may give it to a run of the schedule.
    pub(super) async fn permit_run_payload(&self, schedule: &Schedule, value: Value) -> Result<Arc<RunPayload>, Error> {
        let tenant = &schedule.key.tenant;
        self.rights.require(tenant, Right::Fire)?;
        let action = Action { payload: value, ..schedule.definition.action.clone() };
        self.permit_action(&action, PAYLOAD).await?;
        check_action(&self.providers, &action)?;
        self.check_secrets(tenant, &action).await?;
        let payload = RunPayload {
            may_start_programs: self.rights.has(Right::Command),
            allows_unbound_secrets: self.rights.has(Right::Secrets),
            value: action.payload.clone(),
        };
        if !payload.allows_unbound_secrets {
            self.check_bound_secrets(schedule, &action).await?;
        }
        Ok(Arc::new(payload))
    }

    /// Rejects secrets without allowances in the payload, and all secrets if this node cannot tell.
    async fn check_bound_secrets(&self, schedule: &Schedule, action: &Action) -> Result<(), Error> {
        if let Some(provider) = self.providers.get(&action.provider) {
            return provider.check_bound_secrets(&schedule.key.tenant, action).await;
        }
        match tree_secrets(&action.payload)?.first() {
            None => Ok(()),
            Some(name) => {
                let detail = format!(
                    "This node does not have provider {:?} and cannot check where it sends secret {name}: the payload \
                     needs `secrets`, which the key does not have.",
                    action.provider
                );
                Err(Error::Forbidden { missing: Right::Secrets, detail, path: Some(PAYLOAD) })
            }
        }
    }
}
