// Generated from console/openapi.json by `make clients`. Do not edit.

//! Types of the group `server`.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// Result of the liveness check.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Liveness {
    /// Always `ok`.
    pub status: String,
}

/// A process that works on the store.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Node {
    /// Node ID.
    pub id: String,
    /// Program version.
    pub version: String,
    /// Version of the time zone database.
    pub tzdb: String,
    /// Start time.
    pub started_at: Timestamp,
    /// Whether this is the node that responds.
    pub is_current: bool,
}

/// The live nodes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct NodeList {
    /// Nodes, in order of ID.
    pub items: Vec<Node>,
}

/// A provider, which delivers actions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Provider {
    /// Name of the provider in schedules.
    pub name: String,
    /// Whether the provider can be used now.
    pub is_healthy: bool,
    /// Reason why the provider cannot be used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// The providers of this node.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ProviderList {
    /// Providers, in order of name.
    pub items: Vec<Provider>,
}

/// Result of the readiness check.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Readiness {
    /// Always `ready`.
    pub status: String,
    /// Kind of store.
    pub store: String,
    /// Schema version of the store.
    pub schema_version: i64,
    /// Version of the time zone database.
    pub tzdb: String,
    /// Warnings for the operator.
    pub warnings: Vec<String>,
}
