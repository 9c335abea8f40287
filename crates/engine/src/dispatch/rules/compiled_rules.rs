//! All dispatch rules of a tenant at one moment, compiled and in order. This module reads and evaluates rules;
//! it caches nothing.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use jiff::tz::TimeZone;

use crate::dispatch::condition::{Condition, DispatchFacts};
use crate::dispatch::controls::{StoredControl, list};
use crate::dispatch::{DispatchRule, OnError};
use crate::model::{DocumentName, Tenant};
use crate::store::{DocumentKind, Store, StoreError};

/// A compiled rule.
#[derive(Debug)]
pub(super) struct CompiledRule {
    pub(super) name: DocumentName,
    version: i64,
    pub(super) definition: DispatchRule,
    condition: Condition,
    zone: TimeZone,
    /// Whether an alarm was raised for this version.
    is_alarm_raised: AtomicBool,
}

/// All rules of a tenant.
#[derive(Debug, Default)]
pub(super) struct CompiledRules {
    /// Enabled rules, in the order of evaluation.
    rules: Vec<Arc<CompiledRule>>,
    /// Unreadable rules: name, version and problem.
    pub(super) unreadable: Vec<(DocumentName, i64, String)>,
}

/// Result of evaluating the rules for an action.
#[derive(Debug)]
pub(super) enum RuleMatch<'a> {
    /// No rule applies.
    Nothing,
    /// This rule decides.
    Decides(&'a CompiledRule),
    /// The condition of this rule failed, and the rule is set to reject in that case.
    Fails(&'a CompiledRule, String),
}

impl CompiledRules {
    /// Reads all rules. Unchanged rules are not compiled again.
    ///
    /// # Errors
    /// When the store fails.
    pub(super) async fn read(
        store: &dyn Store,
        tenant: &Tenant,
        before: Option<Arc<Self>>,
    ) -> Result<Self, StoreError> {
        let mut compiled_rules = Self::default();
        for StoredControl { name, version, content: what, .. } in
            list(store, tenant, DocumentKind::DispatchRule, Ok).await?
        {
            let is_it = |rule: &&Arc<CompiledRule>| rule.name == name && rule.version == version;
            if let Some(known) = before.iter().flat_map(|before| &before.rules).find(is_it) {
                compiled_rules.rules.push(Arc::clone(known));
                continue;
            }
            match what.and_then(|body| CompiledRule::compile(&name, version, body)) {
                Ok(rule) if rule.definition.enabled => compiled_rules.rules.push(Arc::new(rule)),
                Ok(_) => {}
                Err(problem) => compiled_rules.unreadable.push((name, version, problem)),
            }
        }
        compiled_rules
            .rules
            .sort_by(|one, other| (one.definition.priority, &one.name).cmp(&(other.definition.priority, &other.name)));
        Ok(compiled_rules)
    }

    /// Returns the first rule that applies. Calls `tell` for each rule whose condition fails.
    pub(super) fn evaluate(
        &self,
        facts: &DispatchFacts<'_>,
        mut tell: impl FnMut(&CompiledRule, &str),
    ) -> RuleMatch<'_> {
        for rule in &self.rules {
            if !rule.definition.is_active(facts.now, &rule.zone) {
                continue;
            }
            match rule.condition.holds(facts, &rule.zone) {
                Ok(true) => return RuleMatch::Decides(rule),
                Ok(false) => {}
                Err(problem) => {
                    tell(rule, &problem);
                    match rule.definition.on_error {
                        OnError::Open => {}
                        OnError::Closed => return RuleMatch::Fails(rule, problem),
                    }
                }
            }
        }
        RuleMatch::Nothing
    }
}

impl CompiledRule {
    fn compile(name: &DocumentName, version: i64, body: serde_json::Value) -> Result<Self, String> {
        let definition = DispatchRule::read(body)?;
        let (condition, zone) = definition.compile().map_err(|error| error.to_string())?;
        Ok(Self { name: name.clone(), version, definition, condition, zone, is_alarm_raised: AtomicBool::new(false) })
    }

    /// Returns whether this is the first alarm for this version of the rule, and records it.
    pub(super) fn mark_alarm_raised(&self) -> bool {
        !self.is_alarm_raised.swap(true, Ordering::Relaxed)
    }
}
