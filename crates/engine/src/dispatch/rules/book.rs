//! All rules of a tenant, as they stood at one moment, compiled and in order. Reading and judging; nothing is kept here.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use jiff::tz::TimeZone;

use super::condition::Condition;
use super::facts::FactsOf;
use crate::dispatch::orders::{Order, list};
use crate::dispatch_rule::{DispatchRule, OnError};
use crate::id::{DocumentName, Tenant};
use crate::store::{DocumentKind, Store, StoreError};

/// A rule, ready to be asked.
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

/// All of a tenant's rules.
#[derive(Debug, Default)]
pub(super) struct RuleBook {
    /// Those that are switched on, in the order they are asked.
    rules: Vec<Arc<Rule>>,
    /// Those that cannot be read: name, version and problem.
    pub(super) unreadable: Vec<(DocumentName, i64, String)>,
}

/// What the rules say about an action.
#[derive(Debug)]
pub(super) enum Found<'a> {
    /// None holds.
    Nothing,
    /// This one decides.
    Decides(&'a Rule),
    /// This one has no answer, and nothing passes without it.
    Fails(&'a Rule, String),
}

impl RuleBook {
    /// Reads all rules. Those that are as they were are not compiled again.
    ///
    /// # Errors
    /// When the store cannot be used.
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

    /// The first rule that holds. Each that has no answer is told of.
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

    /// Whether this is the first time that someone is to be told about it.
    pub(super) fn is_first_told(&self) -> bool {
        !self.is_told.swap(true, Ordering::Relaxed)
    }
}
