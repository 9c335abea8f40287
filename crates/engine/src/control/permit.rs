//! Checks that need more than one right by name: what an action may start, what a caller may save, and what belongs to the
//! configuration file.
//!
//! Invariant: an action is judged by the kind of its provider, never by the provider's name. A provider that this node does
//! not have may start programs on another node, so it is judged as one that does.

use refrain_recurrence::{Context, Rule};

use super::{Control, Generate, Save};
use crate::action::Action;
use crate::alert::Alert;
use crate::definition::Definition;
use crate::dispatch_rule::{DispatchRule, RuleAction};
use crate::error::Error;
use crate::id::{ScheduleId, ScheduleKey, Tenant};
use crate::lateness::ON_TIME_FOR;
use crate::rights::{Right, Rights};
use crate::schedule::{Schedule, Source};
use crate::store::{Listed, StoreError};

/// The part of a request that names the provider of an action.
const ACTION: &str = "action.provider";
/// The part of a rule that names a provider.
const REROUTE: &str = "then.provider";
/// The part of a rule that changes payloads.
const MODIFY: &str = "then.patch";

impl Control<Rights> {
    /// Permits saving a schedule.
    pub(super) fn permit_save(&self, save: &Save) -> Result<(), Error> {
        self.rights.require(&save.key.tenant, Right::Edit)?;
        self.permit_definition(&save.key.id, &save.definition)
    }

    /// Permits a preview: it refuses what saving refuses, but changes nothing.
    pub(super) fn permit_preview(&self, save: &Save) -> Result<(), Error> {
        self.rights.require(&save.key.tenant, Right::View)?;
        self.permit_definition(&save.key.id, &save.definition)
    }

    /// Permits generating: past occurrences need `backfill`.
    pub(super) fn permit_generate(&self, generate: &Generate) -> Result<(), Error> {
        self.rights.require(&generate.tenant, Right::Operate)?;
        let on_time_from = self.clock.now().saturating_sub(ON_TIME_FOR).unwrap_or(generate.as_of);
        if generate.lookback.is_positive() || generate.as_of < on_time_from {
            self.rights.require(&generate.tenant, Right::Backfill)?;
        }
        Ok(())
    }

    /// Permits a dispatch rule: neither its provider nor the payloads it changes may start programs without `command`.
    pub(super) fn permit_rule(&self, tenant: &Tenant, rule: &DispatchRule) -> Result<(), Error> {
        self.rights.require(tenant, Right::Edit)?;
        match &rule.then {
            RuleAction::Reroute { provider } => self.permit_provider(provider, REROUTE),
            // Which actions the condition holds for is only known when they are sent.
            RuleAction::Modify { .. } => match self.providers.starting_programs_for(tenant) {
                Some(name) => {
                    let detail = format!(
                        "A rule that changes payloads can change the arguments of programs that provider {name} starts: \
                         it needs `command`, which the key does not have."
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

    /// Permits an alert.
    pub(super) fn permit_alert(&self, tenant: &Tenant, alert: &Alert) -> Result<(), Error> {
        self.rights.require(tenant, Right::Edit)?;
        self.permit_action(&alert.action)
    }

    /// Permits an action, whatever sends it.
    pub(super) fn permit_action(&self, action: &Action) -> Result<(), Error> {
        self.permit_provider(&action.provider, ACTION)?;
        let Some(size_max) = self.rights.limits().payload_bytes_max else { return Ok(()) };
        let size = serde_json::to_vec(&action.payload).map_or(usize::MAX, |text| text.len());
        if size <= size_max {
            return Ok(());
        }
        Err(StoreError::TooLarge { what: "the payload, in bytes,", size, size_max }.into())
    }

    /// Permits changing the schedule that was found, unless the configuration file declares it.
    pub(super) fn permit_change_of(&self, found: Option<&Listed>) -> Result<(), Error> {
        match found {
            Some(Ok(Schedule { source: Source::File, key, .. })) if !self.rights.is_configuration() => {
                Err(Error::Declared(key.id.clone()))
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Permits ending a schedule for good, unless the configuration file declares it.
    pub(super) async fn permit_end(&self, key: &ScheduleKey) -> Result<(), Error> {
        self.permit_change_of(self.found(key).await?.as_ref())
    }

    fn permit_definition(&self, id: &ScheduleId, definition: &Definition) -> Result<(), Error> {
        self.permit_action(&definition.action)?;
        self.permit_gap(id, definition)
    }

    /// The least time there can ever be between two occurrences decides, not the time between the next two.
    fn permit_gap(&self, id: &ScheduleId, definition: &Definition) -> Result<(), Error> {
        let Some(gap_min) = self.rights.limits().gap_min else { return Ok(()) };
        let mut spec = definition.spec.clone();
        // Calendars remove occurrences, or move them by whole days.
        spec.calendars.clear();
        let context = Context { anchor: Some(self.clock.now()), seed: id.as_str(), calendars: None };
        // What is wrong with the recurrence is reported when it is compiled for real.
        let Ok(rule) = Rule::compile(&spec, &context) else { return Ok(()) };
        match rule.min_gap() {
            Some(gap) if gap.duration() < gap_min => {
                let detail = format!(
                    "Occurrences can be {gap} apart; your tenant needs at least {}s between them.",
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
            // It is refused later, for the reason that helps.
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
