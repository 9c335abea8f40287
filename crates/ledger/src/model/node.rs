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
    /// When the node started.
    pub started_at: Timestamp,
}

/// Providers that a node can send through. A node announces them with each heartbeat, in a mark.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Capabilities {
    /// Providers by name. A provider with a closed list of targets, such as handlers, has that list as its
    /// value.
    pub providers: BTreeMap<String, Option<Vec<String>>>,
}

impl Capabilities {
    /// Returns whether the node can send an action.
    pub fn has(&self, action: &Action) -> bool {
        let targets = self.providers.get(&action.provider);
        targets.is_some_and(|targets| targets.as_ref().is_none_or(|targets| targets.contains(&action.target)))
    }

    /// Returns the name of the mark in which a node announces its providers. The mark belongs to the engine's
    /// own tenant, which no user has.
    pub fn mark_name(node: &NodeId) -> MarkName {
        let tenant = Tenant::new("_refrain", "engine").expect("both names consist of letters and an underscore");
        MarkName { tenant, name: format!("node/{node}/providers") }
    }

    /// Serializes the value of the mark. Returns `None` if it would be too long: a node that announces
    /// nothing may have any provider.
    pub fn to_mark(&self) -> Option<String> {
        serde_json::to_string(self).ok().filter(|text| text.len() <= MARK_VALUE_BYTES_MAX)
    }

    /// Parses the value of a mark. Returns `None` if a newer program wrote it in another form.
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
        let capabilities = Capabilities { providers: providers.into() };
        let has = |provider: &str, target: &str| {
            capabilities.has(&Action { target: target.to_owned(), ..Action::new(provider, Value::Null) })
        };
        assert!(has("log", "") && has("log", "anything") && has("handler", "send"));
        assert!(!has("handler", "receive") && !has("pigeon", ""));
        let mark = capabilities.to_mark().unwrap();
        assert_eq!(Capabilities::from_mark(&mark), Some(capabilities));
        let long = ("handler".to_owned(), Some(vec!["x".repeat(MARK_VALUE_BYTES_MAX)]));
        assert_eq!(Capabilities { providers: [long].into() }.to_mark(), None);
        assert_eq!(Capabilities::from_mark("{\"other\":1}"), None);
    }
}
