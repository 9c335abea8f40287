//! A running process, as other nodes see it.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::model::{Action, MARK_VALUE_BYTES_MAX, MarkName, NodeId, Tenant};

/// Description of a node that it publishes with each heartbeat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Node {
    /// ID of the node.
    pub id: NodeId,
    /// Version of the program.
    pub version: String,
    /// Version of the time zone database that the node plans with.
    pub tzdb: String,
    /// Time at which the node started.
    pub started_at: Timestamp,
}

/// Providers that a node can send through. A node announces them with each heartbeat, in a mark.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Capabilities {
    /// Providers by name. A provider with a closed list of targets, such as handlers, has that list as its
    /// value.
    pub providers: BTreeMap<String, Option<Vec<String>>>,
    /// Names of the providers that start programs. The value is the only tenant whose actions the provider sends,
    /// or `None` if it sends those of all tenants.
    pub program_starters: BTreeMap<String, Option<Tenant>>,
}

impl Capabilities {
    /// Returns whether the node can send an action.
    pub fn has(&self, action: &Action) -> bool {
        let targets = self.providers.get(&action.provider);
        targets.is_some_and(|targets| targets.as_ref().is_none_or(|targets| targets.contains(&action.target)))
    }

    /// Returns whether a provider of the node starts programs. Returns `None` if the node does not have it.
    pub fn starts_programs(&self, provider: &str) -> Option<bool> {
        self.providers.contains_key(provider).then(|| self.program_starters.contains_key(provider))
    }

    /// Returns the name of a provider that starts programs for a tenant, if the node has one.
    pub fn find_program_starter(&self, tenant: &Tenant) -> Option<&str> {
        let serves = |only: &Option<Tenant>| only.as_ref().is_none_or(|only| only == tenant);
        self.program_starters.iter().find(|(_, only)| serves(only)).map(|(name, _)| name.as_str())
    }

    /// Returns the name of the mark in which a node announces its providers. The mark belongs to the engine's
    /// own tenant, which no user has.
    pub fn mark_name(node: &NodeId) -> MarkName {
        let tenant = Tenant::new("_refrain", "engine").expect("both names consist of letters and an underscore");
        MarkName { tenant, name: format!("node/{node}/providers") }
    }

    /// Serializes the value of the mark. A value that would be too long omits the lists of targets, so that the
    /// node counts as one with every target. Returns `None` if even the names are too long: a node that announces
    /// nothing may have any provider.
    pub fn to_mark(&self) -> Option<String> {
        let serialize = |capabilities: &Self| {
            serde_json::to_string(capabilities).ok().filter(|text| text.len() <= MARK_VALUE_BYTES_MAX)
        };
        serialize(self).or_else(|| {
            let providers = self.providers.keys().map(|name| (name.clone(), None)).collect();
            serialize(&Self { providers, program_starters: self.program_starters.clone() })
        })
    }

    /// Parses the value of a mark. Returns `None` if an older or newer program wrote it in another form.
    pub fn from_mark(value: &str) -> Option<Self> {
        serde_json::from_str(value).ok()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn a_node_has_the_targets_it_lists_and_all_of_a_provider_without_a_list() {
        let providers = [("log".to_owned(), None), ("handler".to_owned(), Some(vec!["send".to_owned()]))];
        let capabilities = Capabilities { providers: providers.into(), ..Capabilities::default() };
        let has = |provider: &str, target: &str| {
            capabilities.has(&Action { target: target.to_owned(), ..Action::new(provider, Value::Null) })
        };
        assert!(has("log", "") && has("log", "anything") && has("handler", "send"));
        assert!(!has("handler", "receive") && !has("pigeon", ""));
        let mark = capabilities.to_mark().unwrap();
        assert_eq!(Capabilities::from_mark(&mark), Some(capabilities));
        assert_eq!(Capabilities::from_mark("{\"other\":1}"), None);
        let of_older_program = "{\"providers\":{\"log\":null}}";
        assert_eq!(Capabilities::from_mark(of_older_program), None, "it does not say what starts programs");
    }

    #[test]
    fn a_mark_that_would_be_too_long_has_no_targets() {
        let text = "x".repeat(MARK_VALUE_BYTES_MAX);
        let starters = [("jobs".to_owned(), None)];
        let with = |name: &str, targets: Option<Vec<String>>| Capabilities {
            providers: [(name.to_owned(), targets), ("jobs".to_owned(), None)].into(),
            program_starters: starters.clone().into(),
        };
        let mark = with("handler", Some(vec![text.clone()])).to_mark().unwrap();
        assert_eq!(Capabilities::from_mark(&mark), Some(with("handler", None)));
        assert_eq!(with(&text, None).to_mark(), None);
    }

    #[test]
    fn a_provider_starts_programs_for_its_own_tenant_or_for_all() {
        let tenant = |name: &str| Tenant::new("default", name).unwrap();
        let node = |only: Option<Tenant>| Capabilities {
            providers: [("jobs".to_owned(), None), ("log".to_owned(), None)].into(),
            program_starters: [("jobs".to_owned(), only)].into(),
        };
        let (own, all) = (node(Some(tenant("acme"))), node(None));
        assert_eq!(own.find_program_starter(&tenant("acme")), Some("jobs"));
        assert_eq!(own.find_program_starter(&tenant("other")), None);
        assert_eq!(all.find_program_starter(&tenant("other")), Some("jobs"));
        let starts = ["jobs", "log", "pigeon"].map(|name| own.starts_programs(name));
        assert_eq!(starts, [Some(true), Some(false), None]);
    }
}
