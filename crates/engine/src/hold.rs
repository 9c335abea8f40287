//! A hold: occurrences that must not run for a time, and why. Kept in the catalog.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::definition::Scope;

/// A legal hold, an inactive engagement, a maintenance window.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hold {
    /// Why, as a short code.
    pub code: String,
    /// Why, in words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// What it covers; everything when nothing is said.
    #[serde(default)]
    pub selects: HoldSelector,
    /// From when on, by nominal time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Timestamp>,
    /// Until when, exclusive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Timestamp>,
}

/// Which schedules a hold covers: those that match all of what is given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct HoldSelector {
    /// By name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub schedules: Vec<String>,
    /// By what they belong to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<Scope>,
    /// By labels, all of them.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub labels: BTreeMap<String, String>,
}
