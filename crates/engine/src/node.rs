//! A running process, as the others see it.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::id::NodeId;

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
