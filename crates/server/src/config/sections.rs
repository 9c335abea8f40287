//! Sections with only one or two keys.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// `[metrics]`: optional metrics.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MetricsSection {
    /// Maximum number of schedules with their own series. Each one costs a monitoring system memory. Default: 0.
    pub schedules_max: usize,
}

/// `[tenancy]`: isolation between tenants.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Tenancy {
    /// Whether the server is shared by tenants who do not trust each other. Commands are then rejected, viewers
    /// need the permissions `payloads` and `audit`, and new secrets must name where they may be sent. Default:
    /// false.
    pub multi: bool,
}

/// `[secrets]`: the master keys that encrypt secrets in the store.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SecretsSection {
    /// Master key file, readable only by its owner. Default for SQLite: the path of the database plus `.key`.
    pub key_file: Option<PathBuf>,
    /// Environment variable that contains the keys.
    pub key_variable: Option<String>,
}

/// `[console]`: the web console.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Console {
    /// Whether the console is served. Default: true.
    pub enabled: bool,
}

/// `[schedules]`: handling of the `[[schedule]]` blocks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SchedulesSection {
    /// Whether schedules that came from a file and are no longer in it are deleted. Default: false.
    pub prune: bool,
    /// Time zone of blocks that name none. Default: UTC.
    pub timezone: String,
}

impl Default for Console {
    fn default() -> Self {
        Self { enabled: true }
    }
}

impl Default for SchedulesSection {
    fn default() -> Self {
        Self { prune: false, timezone: "UTC".to_owned() }
    }
}
