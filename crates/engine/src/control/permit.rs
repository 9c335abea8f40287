//! Permission checks that need more than one named right: what an action may start, what a caller may save, and
//! which schedules belong to the configuration file.
//!
//! Invariant: an action is judged by the kind of its provider, never by the provider's name. A provider that this
//! node does not have is treated as one that starts programs, because it may do so on another node.

use refrain_recurrence::{Context, Rule};

use super::{Control, GenerateRequest, SaveScheduleRequest};
use crate::alert::Alert;
use crate::dispatch::{DispatchRule, RuleAction};
use crate::error::Error;
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
    pub(super) fn permit_save(&self, save: &SaveScheduleRequest) -> Result<(), Error> {
        self.rights.require(&save.key.tenant, Right::Edit)?;
        self.permit_definition(&save.key.id, &save.definition)
    }

    /// Checks that the caller may preview a save. A preview rejects what saving rejects, but changes nothing.
    pub(super) fn permit_preview(&self, save: &SaveScheduleRequest) -> Result<(), Error> {
        self.rights.require(&save.key.tenant, Right::View)?;
        self.permit_definition(&save.key.id, &save.definition)
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
    pub(super) fn permit_rule(&self, tenant: &Tenant, rule: &DispatchRule) -> Result<(), Error> {
        self.rights.require(tenant, Right::Edit)?;
        match &rule.then {
            RuleAction::Reroute { provider } => self.permit_provider(provider, REROUTE),
            // Which actions the condition matches is only known when they are sent.
            RuleAction::Modify { .. } => match self.providers.find_program_starter(tenant) {
                Some(name) => {
                    let detail = format!(
                        "A dispatch rule that changes payloads can change the arguments of programs that provider \
                         {name} starts: it needs `command`, which the key does not have."
                    );
                    self.permit_command(detail, MODIFY)
                }
                None => Ok(()),
            },
            RuleAction::Allow
            | RuleAction::Deny { .. }
            | RuleAction::Suppress { .. }
            | RuleAction::Dedup { .. }
            | RuleAction::Throttle { .. }
            | RuleAction::Delay { .. } => Ok(()),
        }
    }

    /// Checks that the caller may save an alert.
    pub(super) fn permit_alert(&self, tenant: &Tenant, alert: &Alert) -> Result<(), Error> {
        self.rights.require(tenant, Right::Edit)?;
        self.permit_action(&alert.action)
    }

    /// Checks that the caller may use an action, whatever sends it.
    pub(super) fn permit_action(&self, action: &Action) -> Result<(), Error> {
        self.permit_provider(&action.provider, ACTION)?;
        let Some(size_max) = self.rights.limits().payload_bytes_max else { return Ok(()) };
        let size = serde_json::to_vec(&action.payload).map_or(usize::MAX, |text| text.len());
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

    fn permit_definition(&self, id: &ScheduleId, definition: &Definition) -> Result<(), Error> {
        self.permit_action(&definition.action)?;
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
        let Ok(rule) = Rule::compile(&spec, &context) else { return Ok(()) };
        match rule.min_gap() {
            Some(gap) if gap.duration() < gap_min => {
                let detail = format!(
                    "Occurrences can be {gap} apart; your tenant requires at least {}s between them.",
                    gap_min.as_secs()
                );
                Err(Error::invalid("too_frequent", detail))
            }
            Some(_) | None => Ok(()),
        }
    }

    fn permit_provider(&self, name: &str, path: &'static str) -> Result<(), Error> {
        let starts_programs = self.providers.get(name).map(|provider| provider.starts_programs());
        let detail = match starts_programs {
            Some(false) => return Ok(()),
            // An empty name is rejected later, with a more helpful error.
            None if name.is_empty() => return Ok(()),
            Some(true) => {
                format!("Provider {name:?} starts programs: it needs `command`, which the key does not have.")
            }
            None => format!(
                "Provider {name:?} is not configured on this node and may start programs on another: \
                 it needs `command`, which the key does not have."
            ),
        };
        self.permit_command(detail, path)
    }

    fn permit_command(&self, detail: String, path: &'static str) -> Result<(), Error> {
        if self.rights.has(Right::Command) {
            return Ok(());
        }
        Err(Error::Forbidden { missing: Right::Command, detail, path: Some(path) })
    }
}
