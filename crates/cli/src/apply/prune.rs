//! Finds the schedules that no file has.

use std::collections::BTreeSet;

use refrain_client::Client;
use serde_json::{Map, Value, json};

use crate::exit::Failure;

/// Source of schedules that the server's configuration file declares.
const DECLARED: &str = "file";
/// Page size of requests, the maximum of the server.
const PAGE: u32 = 500;

/// Schedules that may be pruned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PruneSelector {
    /// Labels that a schedule must have, as `NAME=VALUE`.
    pub labels: Vec<String>,
    /// Sources of which a schedule must have one. Empty for all sources except the server's configuration file.
    pub sources: Vec<String>,
}

/// Returns the deletions of the selected schedules whose IDs are not in `kept`.
///
/// # Errors
/// If the schedules cannot be listed.
pub async fn prunable(
    client: &Client,
    selector: &PruneSelector,
    kept: &BTreeSet<&str>,
) -> Result<Vec<Map<String, Value>>, Failure> {
    let mut call = client.list_schedules().limit(PAGE);
    if !selector.labels.is_empty() {
        let labels: Vec<String> = selector.labels.iter().map(|label| label.replacen('=', ":", 1)).collect();
        call = call.label(&labels.join(","));
    }
    let mut found = Vec::new();
    let mut schedules = call.raw_items();
    while let Some(schedule) = schedules.next().await {
        let schedule = schedule?;
        if let Some(id) = schedule["id"].as_str().filter(|id| !kept.contains(id) && selector.has(&schedule)) {
            found.push(deletion(id));
        }
    }
    Ok(found)
}

impl PruneSelector {
    fn has(&self, schedule: &Value) -> bool {
        let source = schedule["source"].as_str().unwrap_or(DECLARED);
        source != DECLARED && (self.sources.is_empty() || self.sources.iter().any(|one| one == source))
    }
}

fn deletion(id: &str) -> Map<String, Value> {
    let document = [("kind", json!("schedule")), ("id", json!(id)), ("delete", json!(true))];
    document.map(|(name, value)| (name.to_owned(), value)).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schedules_of_the_configuration_file_are_never_selected() {
        let has = |selector: &PruneSelector, source: &str| selector.has(&json!({"source": source}));
        let every = PruneSelector::default();
        assert!(has(&every, "api") && has(&every, "code") && !has(&every, "file") && !every.has(&json!({})));
        let code = PruneSelector { sources: vec!["code".to_owned(), "file".to_owned()], ..every };
        assert!(has(&code, "code") && !has(&code, "api") && !has(&code, "file"));
    }
}
