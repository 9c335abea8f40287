//! All dispatch rules of a tenant at one moment, compiled and in order. This module reads and evaluates rules;
//! it caches nothing.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use jiff::tz::TimeZone;

use super::condition::Condition;
use super::facts::FactsOf;
use crate::dispatch::orders::{Order, list};
use crate::dispatch_rule::{DispatchRule, OnError};
use crate::id::{DocumentName, Tenant};
use crate::store::{DocumentKind, Store, StoreError};

/// A compiled rule.
#[derive(Debug)]
pub(super) struct Rule {
    pub(super) name: DocumentName,
    version: i64,
    pub(super) says: DispatchRule,
    condition: Condition,
    zone: TimeZone,
    /// Whether an alarm was raised for this version.
    is_told: AtomicBool,
}

/// All rules of a tenant.
#[derive(Debug, Default)]
pub(super) struct RuleBook {
    /// Enabled rules, in the order of evaluation.
    rules: Vec<Arc<Rule>>,
    /// Unreadable rules: name, version and problem.
    pub(super) unreadable: Vec<(DocumentName, i64, String)>,
}

/// Result of evaluating the rules for an action.
#[derive(Debug)]
pub(super) enum Found<'a> {
    /// No rule applies.
    Nothing,
    /// This rule decides.
    Decides(&'a Rule),
    /// The condition of this rule failed, and the rule is set to reject in that case.
    Fails(&'a Rule, String),
}

impl RuleBook {
    /// Reads all rules. Unchanged rules are not compiled again.
    ///
    /// # Errors
    /// When the store fails.
    pub(super) async fn read(
        store: &dyn Store,
        tenant: &Tenant,
        before: Option<Arc<Self>>,
    ) -> Result<Self, StoreError> {
        let mut book = Self::default();
        for Order { name, version, what, .. } in list(store, tenant, DocumentKind::Rule, Ok).await? {
            let is_it = |rule: &&Arc<Rule>| rule.name == name && rule.version == version;
            if let Some(known) = before.iter().flat_map(|before| &before.rules).find(is_it) {
                book.rules.push(Arc::clone(known));
                continue;
            }
            match what.and_then(|body| Rule::compile(&name, version, body)) {
                Ok(rule) if rule.says.enabled => book.rules.push(Arc::new(rule)),
                Ok(_) => {}
                Err(problem) => book.unreadable.push((name, version, problem)),
            }
        }
        book.rules.sort_by(|one, other| (one.says.priority, &one.name).cmp(&(other.says.priority, &other.name)));
        Ok(book)
    }

    /// Returns the first rule that applies. Calls `tell` for each rule whose condition fails.
    pub(super) fn judge(&self, facts: &FactsOf<'_>, mut tell: impl FnMut(&Rule, &str)) -> Found<'_> {
        for rule in &self.rules {
            if !rule.says.is_active(facts.now, &rule.zone) {
                continue;
            }
            match rule.condition.holds(facts, &rule.zone) {
                Ok(true) => return Found::Decides(rule),
                Ok(false) => {}
                Err(problem) => {
                    tell(rule, &problem);
                    match rule.says.on_error {
                        OnError::Open => {}
                        OnError::Closed => return Found::Fails(rule, problem),
                    }
                }
            }
        }
        Found::Nothing
    }
}

impl Rule {
    fn compile(name: &DocumentName, version: i64, body: serde_json::Value) -> Result<Self, String> {
        let says = DispatchRule::read(body)?;
        let (condition, zone) = says.compile().map_err(|error| error.to_string())?;
        Ok(Self { name: name.clone(), version, says, condition, zone, is_told: AtomicBool::new(false) })
    }

    /// Returns whether this is the first alarm for this version of the rule, and records it.
    pub(super) fn is_first_told(&self) -> bool {
        !self.is_told.swap(true, Ordering::Relaxed)
    }
}
