//! The dispatch rules step: evaluates a tenant's rules in order; the first rule whose condition is true
//! decides.
//!
//! A node reads the rules of a tenant at most once per second, and compiles each version once.
//!
//! Invariants:
//! - A rule applies at the latest [`CACHE_TTL`](super::CACHE_TTL) after the store has it.
//! - Nothing is sent while the rules cannot be read.
//! - A delay counts from the due time of the occurrence, so that it ends.

mod compiled_rules;
mod patch;

use std::sync::Arc;

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};

use self::compiled_rules::{CompiledRule, CompiledRules, RuleMatch};
pub use super::condition::{self, DispatchFacts};
use super::delay_outcome::{STORE_RETRY_DELAY, delay_outcome, delay_until};
use super::store_cache::StoreCache;
use super::{Mode, Step};
use crate::clock::Clock;
use crate::delivery::{OutgoingAction, Throttle};
use crate::dispatch::{BeyondLimit, RuleAction, ThrottleKey};
use crate::model::{SkipReason, Tenant};
use crate::observe::{Alarm, Events};
use crate::outcome::{Outcome, StepName, Verdict};
use crate::store::{DocumentKind, Store, StoreError};

/// Delay of an action while one of the tenant's rules cannot be read.
const UNREADABLE_RETRY_DELAY: SignedDuration = SignedDuration::from_secs(60);

/// Dispatch rules of all tenants, cached by a node.
pub struct Rules {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    events: Events,
    rules_by_tenant: StoreCache<Tenant, CompiledRules>,
}

impl Rules {
    /// Creates the step with a store, a clock and an event sink for alarms.
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>, events: Events) -> Self {
        let rules_by_tenant = StoreCache::new(Arc::clone(&clock), events.clone());
        Self { store, clock, events, rules_by_tenant }
    }

    /// Drops the cached rules of a tenant after a change on this node, so that the next action uses the new
    /// ones.
    pub fn forget(&self, tenant: &Tenant) {
        self.rules_by_tenant.forget(tenant);
    }

    async fn compiled_rules(&self, tenant: &Tenant) -> Result<Arc<CompiledRules>, String> {
        let read = |before: Option<Arc<CompiledRules>>| async move {
            let compiled_rules = CompiledRules::read(&*self.store, tenant, before.clone()).await?;
            self.report_unreadable(tenant, before.as_deref(), &compiled_rules);
            Ok::<_, StoreError>(compiled_rules)
        };
        self.rules_by_tenant.get(tenant, read).await
    }

    /// Raises an alarm for each unreadable rule, once per version.
    fn report_unreadable(&self, tenant: &Tenant, before: Option<&CompiledRules>, compiled_rules: &CompiledRules) {
        for (name, version, problem) in &compiled_rules.unreadable {
            let is_it = |(old, written, _): &(_, i64, _)| (old, written) == (name, version);
            if before.is_some_and(|before| before.unreadable.iter().any(is_it)) {
                continue;
            }
            self.events.alarm(Alarm::UnreadableControl {
                tenant: tenant.clone(),
                kind: DocumentKind::DispatchRule.as_str(),
                name: name.to_string(),
                problem: problem.clone(),
            });
        }
    }
}

#[async_trait]
impl Step for Rules {
    fn name(&self) -> StepName {
        StepName::Rules
    }

    async fn take(&self, sending: &mut OutgoingAction, mode: Mode) -> Verdict {
        let tenant = sending.tenant().clone();
        let compiled_rules = match self.compiled_rules(&tenant).await {
            Ok(compiled_rules) => compiled_rules,
            Err(problem) => {
                let problem = format!("the rules of {tenant} cannot be read: {problem}");
                return Verdict::stop(delay_outcome(self.clock.now(), STORE_RETRY_DELAY, problem));
            }
        };
        // An unreadable rule may say anything, and a newer node may understand it.
        if let Some((name, _, problem)) = compiled_rules.unreadable.first() {
            let problem = format!("rule {name} cannot be read: {problem}");
            return Verdict::stop(delay_outcome(self.clock.now(), UNREADABLE_RETRY_DELAY, problem));
        }
        let now = self.clock.now();
        let tell = |rule: &CompiledRule, problem: &str| {
            if mode == Mode::Real && rule.mark_alarm_raised() {
                let (tenant, rule, problem) = (tenant.clone(), rule.name.to_string(), problem.to_owned());
                self.events.alarm(Alarm::RuleFailed { tenant, rule, problem });
            }
        };
        match compiled_rules.evaluate(&DispatchFacts { sending, now }, tell) {
            RuleMatch::Nothing => Verdict::PASS,
            RuleMatch::Decides(rule) => apply(rule, sending, now).await,
            RuleMatch::Fails(rule, problem) => Verdict::stop(Outcome::rejected(format!(
                "the condition of rule {} cannot be evaluated: {problem}",
                rule.name
            ))),
        }
    }
}

/// Applies the action of a rule.
async fn apply(rule: &CompiledRule, sending: &mut OutgoingAction, now: Timestamp) -> Verdict {
    let name = &rule.name;
    match &rule.definition.then {
        RuleAction::Allow => Verdict::pass(format!("rule {name} allows the action")),
        RuleAction::Deny { reason } => {
            Verdict::stop(Outcome::rejected(format!("rule {name} denies the action: {reason}")))
        }
        RuleAction::Suppress { reason } => Verdict::stop(Outcome::Skipped {
            reason: SkipReason::Suppressed,
            message: Some(format!("rule {name} suppresses the action: {reason}")),
        }),
        RuleAction::Dedup { ttl } => {
            sending.dedup_for = Some(*ttl);
            Verdict::changed(format!("rule {name}: the same key is not sent again for {ttl}"))
        }
        RuleAction::Reroute { provider } => {
            let before = std::mem::replace(&mut sending.action_mut().provider, provider.clone());
            Verdict::changed(format!("rule {name} reroutes the action from {before} to {provider}"))
        }
        RuleAction::Throttle { limit, window, key, beyond } => {
            let (rule, limit, window) = (name.clone(), *limit, *window);
            let waits = *beyond == BeyondLimit::Wait;
            sending.throttle = Some(Throttle { rule, limit, window, key: counted(key, sending), waits });
            Verdict::changed(format!("rule {name}: at most {limit} per {window}"))
        }
        RuleAction::Modify { patch } => {
            if rule.definition.without_command {
                sending.changed_without_command = Some(name.clone());
            }
            patch::merge(&mut sending.action_mut().payload, patch);
            Verdict::changed(format!("rule {name} changes the payload"))
        }
        RuleAction::Delay { by } => {
            let due_at = sending.run.occurrence.planned.due_at;
            let until = due_at.saturating_add(by.duration()).unwrap_or(due_at);
            if until <= now {
                return Verdict::pass(format!("the delay of rule {name} is over"));
            }
            Verdict::stop(delay_until(sending, until, format!("rule {name} delays the action by {by}"), now).await)
        }
    }
}

/// Returns the key under which an action is counted by a throttle.
fn counted(key: &ThrottleKey, sending: &OutgoingAction) -> String {
    match key {
        ThrottleKey::Tenant => String::new(),
        ThrottleKey::Schedule => sending.run.occurrence.schedule.id.to_string(),
        ThrottleKey::Payload(path) => {
            let found = path.iter().try_fold(&sending.action().payload, |value, name| value.get(name));
            // Actions without a value at this path are counted together too.
            found.map_or_else(String::new, ToString::to_string)
        }
    }
}
