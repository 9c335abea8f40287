//! The payload of a single run, which replaces the payload of its schedule for every attempt.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Payload of its own that a person gave an occurrence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunPayload {
    /// The payload. It replaces the schedule's payload; the two are not merged.
    pub value: Value,
    /// Whether the person may start programs, so that the payload may become the arguments of one. The provider is
    /// known only when the occurrence is sent: until then, an edit or a dispatch rule may select another one.
    #[serde(default)]
    pub may_start_programs: bool,
    /// Whether the payload may use secrets without allowances. The payload does not come from a saved schedule.
    #[serde(default)]
    pub allows_unbound_secrets: bool,
}

impl RunPayload {
    /// Creates a payload of a person who may neither start programs nor use secrets without allowances.
    pub fn new(value: Value) -> Self {
        Self { value, may_start_programs: false, allows_unbound_secrets: false }
    }

    /// Returns the text that stores keep.
    pub fn to_stored(&self) -> String {
        let Self { value, may_start_programs, allows_unbound_secrets } = self;
        let stored = serde_json::json!({
            "value": value,
            "may_start_programs": may_start_programs,
            "allows_unbound_secrets": allows_unbound_secrets,
        });
        stored.to_string()
    }

    /// Parses the text that a store kept. Returns `None` if it cannot be read.
    pub fn from_stored(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_stored_text_reads_back_and_an_unreadable_one_is_reported() {
        let with_rights = |may_start_programs, allows_unbound_secrets| RunPayload {
            may_start_programs,
            allows_unbound_secrets,
            ..RunPayload::new(json!({ "a": [1, "ä"] }))
        };
        for payload in [with_rights(true, false), with_rights(false, true), RunPayload::new(json!(null))] {
            assert_eq!(RunPayload::from_stored(&payload.to_stored()), Some(payload));
        }
        assert_eq!(RunPayload::from_stored("{}"), None);
        assert_eq!(RunPayload::from_stored("not JSON"), None);
    }
}
