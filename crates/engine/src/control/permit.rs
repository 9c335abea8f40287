//! Permission checks that need more than one named right: what an action may start, what a caller may save, and
//! which schedules belong to the configuration file.
//!
//! Invariant: an action is judged by the kind of its provider on every live node, never by the provider's name. A
//! provider that no live node has is treated as one that starts programs, and so is every provider while a live node
//! does not announce its own.

use refrain_recurrence::{CompiledRecurrence, Context};
use serde_json::Value;

use super::{Control, GenerateRequest, SaveScheduleRequest};
use crate::alert::Alert;
use crate::dispatch::{DispatchRule, RuleAction};
use crate::error::Error;
use crate::error_code::ErrorCode;
use crate::model::{Action, Definition, Schedule, ScheduleId, ScheduleKey, Source, Tenant};
use crate::right::Right;
use crate::rights::Rights;
use crate::store::{ListedSchedule, StoreError};
use crate::timing::ON_TIME_FOR;

/// Path of the provider of an action in a request.
const ACTION: &str = "action.provider";
/// Path of the provider in a dispatch rule.
const REROUTE: &str = "then.provider";
/// Path of the payload patch in a dispatch rule.
const MODIFY: &str = "then.patch";

impl Control<Rights> {
    /// Checks that the caller may save a schedule.
    pub(super) async fn permit_save(&self, save: &SaveScheduleRequest) -> Result<(), Error> {
        self.rights.require(&save.key.tenant, Right::Edit)?;
        self.permit_definition(&save.key.id, &save.definition).await
    }

    /// Checks that the caller may preview a save. A preview rejects what saving rejects, but changes nothing.
    pub(super) async fn permit_preview(&self, save: &SaveScheduleRequest) -> Result<(), Error> {
        self.rights.require(&save.key.tenant, Right::View)?;
        self.permit_definition(&save.key.id, &save.definition).await
    }

    /// Checks that the caller may save or delete the documents of a tenant, or preview that.
    pub(super) fn permit_document(&self, tenant: &Tenant) -> Result<(), Error> {
        self.rights.require(tenant, if self.is_preview { Right::View } else { Right::Edit })
    }

    /// Checks that the caller may generate occurrences. Past occurrences need `backfill`.
    pub(super) fn permit_generate(&self, generate: &GenerateRequest) -> Result<(), Error> {
        self.rights.require(&generate.tenant, Right::Operate)?;
        let on_time_from = self.clock.now().saturating_sub(ON_TIME_FOR).unwrap_or(generate.as_of);
        if generate.lookback.is_positive() || generate.as_of < on_time_from {
            self.rights.require(&generate.tenant, Right::Backfill)?;
        }
        Ok(())
    }

    /// Checks that the caller may save a dispatch rule. Neither its provider nor the payloads it changes may
    /// start programs without `command`.
    pub(super) async fn permit_rule(&self, tenant: &Tenant, rule: &DispatchRule) -> Result<(), Error> {
        self.permit_document(tenant)?;
        match &rule.then {
            RuleAction::Reroute { provider } => self.permit_provider(provider, REROUTE).await,
            // Which actions the condition matches is only known when they are sent.
            RuleAction::Modify { .. } => self.permit_payload_changes(tenant).await,
            RuleAction::Allow
            | RuleAction::Deny { .. }
            | RuleAction::Suppress { .. }
            | RuleAction::Dedup { .. }
            | RuleAction::Throttle { .. }
            | RuleAction::Delay { .. } => Ok(()),
        }
    }

    /// Returns whether a dispatch rule could change the arguments of programs, and its author may not. The check at
    /// save covers only the nodes that are live then, so the rule is checked again when it applies.
    pub(super) fn lacks_command_for(&self, rule: &DispatchRule) -> bool {
        matches!(rule.then, RuleAction::Modify { .. }) && !self.rights.has(Right::Command)
    }

    /// Checks that the caller may save an alert.
    pub(super) async fn permit_alert(&self, tenant: &Tenant, alert: &Alert) -> Result<(), Error> {
        self.permit_document(tenant)?;
        self.permit_action(&alert.action, ACTION).await
    }

    /// Checks that the caller may send an action from this node. The kind of the provider on other nodes does not
    /// matter, because they do not send it.
    pub(super) fn permit_dispatch(&self, action: &Action) -> Result<(), Error> {
        self.permit_kind(&action.provider, self.starts_programs_here(&action.provider), ACTION)?;
        self.permit_payload(&action.payload)
    }

    /// Checks that the caller may save an action that any node may send. `path` is its place in the request.
    pub(super) async fn permit_action(&self, action: &Action, path: &'static str) -> Result<(), Error> {
        self.permit_provider(&action.provider, path).await?;
        self.permit_payload(&action.payload)
    }

    /// Checks the size of a payload that the caller saves, sends or enqueues.
    pub(super) fn permit_payload(&self, payload: &Value) -> Result<(), Error> {
        let Some(size_max) = self.rights.limits().payload_bytes_max else { return Ok(()) };
        let size = serde_json::to_vec(payload).map_or(usize::MAX, |text| text.len());
        if size <= size_max {
            return Ok(());
        }
        Err(StoreError::TooLarge { what: "the payload, in bytes,", size, size_max }.into())
    }

    /// Checks that the caller may change the existing schedule, which the configuration file must not declare.
    pub(super) fn permit_change_of(&self, found: Option<&ListedSchedule>) -> Result<(), Error> {
        match found {
            Some(Ok(Schedule { source: Source::File, key, .. })) if !self.rights.is_configuration() => {
                Err(Error::Declared(key.id.clone()))
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Checks that the caller may cancel or delete a schedule, which the configuration file must not declare.
    pub(super) async fn permit_end(&self, key: &ScheduleKey) -> Result<(), Error> {
        self.permit_change_of(self.found(key).await?.as_ref())
    }

    async fn permit_definition(&self, id: &ScheduleId, definition: &Definition) -> Result<(), Error> {
        self.permit_action(&definition.action, ACTION).await?;
        self.permit_gap(id, definition)
    }

    /// Checks the minimum gap by the shortest time that can ever lie between two occurrences, not by the next two.
    fn permit_gap(&self, id: &ScheduleId, definition: &Definition) -> Result<(), Error> {
        let Some(gap_min) = self.rights.limits().gap_min else { return Ok(()) };
        let mut spec = definition.spec.clone();
        // Calendars remove occurrences, or move them by whole days.
        spec.calendars.clear();
        let context = Context { anchor: Some(self.clock.now()), seed: id.as_str(), calendars: None };
        // Errors in the recurrence are reported when it is compiled for saving.
        let Ok(rule) = CompiledRecurrence::compile(&spec, &context) else { return Ok(()) };
        match rule.min_gap() {
            Some(gap) if gap.duration() < gap_min => {
                let detail = format!(
                    "Occurrences can be {gap} apart; your tenant requires at least {}s between them.",
                    gap_min.as_secs()
                );
                Err(Error::invalid(ErrorCode::TooFrequent, detail))
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Checks that the caller may change the payloads of a tenant's actions, which may be arguments of programs.
    async fn permit_payload_changes(&self, tenant: &Tenant) -> Result<(), Error> {
        if self.rights.has(Right::Command) {
            return Ok(());
        }
        let mut nodes = vec![Some(self.providers.capabilities())];
        nodes.extend(self.live_nodes().await?);
        let starter = nodes.iter().find_map(|node| match node {
            Some(node) => node.find_program_starter(tenant).map(|name| format!("provider {name} starts")),
            None => Some("another node may start".to_owned()),
        });
        let Some(starter) = starter else { return Ok(()) };
        let detail = format!(
            "A dispatch rule that changes payloads can change the arguments of programs that {starter}: it needs \
             `command`, which the key does not have."
        );
        self.permit_command(detail, MODIFY)
    }

    /// Checks that the caller may save something that leads to a provider, on whatever node.
    async fn permit_provider(&self, name: &str, path: &'static str) -> Result<(), Error> {
        let here = self.starts_programs_here(name);
        if self.rights.has(Right::Command) || here == Some(true) {
            return self.permit_kind(name, here, path);
        }
        let nodes = self.live_nodes().await?;
        let elsewhere = nodes.iter().map(|node| node.as_ref().map_or(Some(true), |node| node.starts_programs(name)));
        let is_harmless = elsewhere.chain([here]).max().flatten() == Some(false);
        self.permit_kind(name, is_harmless.then_some(false), path)
    }

    /// Returns whether a provider of this node starts programs. Returns `None` if this node does not have it.
    fn starts_programs_here(&self, name: &str) -> Option<bool> {
        self.providers.get(name).map(|provider| provider.starts_programs())
    }

    /// Checks that the caller may use a provider that starts programs, does not, or may (`None`).
    fn permit_kind(&self, name: &str, starts_programs: Option<bool>, path: &'static str) -> Result<(), Error> {
        let verb = match starts_programs {
            Some(false) => return Ok(()),
            // An empty name is rejected later, with a more helpful error.
            None if name.is_empty() => return Ok(()),
            Some(true) => "starts programs",
            None => "may start programs on another node",
        };
        let detail = format!("Provider {name:?} {verb}: it needs `command`, which the key does not have.");
        self.permit_command(detail, path)
    }

    fn permit_command(&self, detail: String, path: &'static str) -> Result<(), Error> {
        if self.rights.has(Right::Command) {
            return Ok(());
        }
        Err(Error::Forbidden { missing: Right::Command, detail, path: Some(path) })
    }
}
