//! A running process, as the others see it.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::action::Action;
use crate::id::{NodeId, Tenant};
use crate::store::{MARK_VALUE_BYTES_MAX, MarkName};

/// What a node tells the others when it says that it lives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Node {
    /// Its name.
    pub id: NodeId,
    /// The version of the program.
    pub version: String,
    /// The time zone database it plans with.
    pub tzdb: String,
    /// When it started.
    pub started_at: Timestamp,
}

/// The providers that a node sends by. A node announces them with each heartbeat, in a mark.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Capabilities {
    /// Providers by name, each with its targets where it has a closed list of them, such as handlers.
    pub providers: BTreeMap<String, Option<Vec<String>>>,
}

impl Capabilities {
    /// Whether an action could be sent.
    pub fn has(&self, action: &Action) -> bool {
        let targets = self.providers.get(&action.provider);
        targets.is_some_and(|targets| targets.as_ref().is_none_or(|targets| targets.contains(&action.target)))
    }

    /// The mark in which a node announces them. The engine's own tenant is nobody's.
    pub fn mark_name(node: &NodeId) -> MarkName {
        let tenant = Tenant::new("_refrain", "engine").expect("both names are made of letters and an underscore");
        MarkName { tenant, name: format!("node/{node}/providers") }
    }

    /// The value of the mark. None when it would be too long: a node that announces nothing may have any provider.
    pub fn to_mark(&self) -> Option<String> {
        serde_json::to_string(self).ok().filter(|text| text.len() <= MARK_VALUE_BYTES_MAX)
    }

    /// Reads the value of a mark. None when a newer program wrote it in another form.
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
