//! The sections of one or two keys each.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// `[metrics]`: what is counted beyond what always is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MetricsSection {
    /// So many schedules have series of their own; none when absent, because each costs a monitoring system memory.
    pub schedules_max: usize,
}

/// `[tenancy]`: whether strangers share this server.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Tenancy {
    /// Whether it serves tenants who do not trust each other; false when absent. Commands are refused then, viewers need the
    /// permissions `payloads` and `audit`, and new secrets must name where they may be sent.
    pub multi: bool,
}

/// `[secrets]`: the master keys that seal secrets in the store.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SecretsSection {
    /// The file of the keys, which only its owner may read. Default: the store's file and `.key`, for SQLite.
    pub key_file: Option<PathBuf>,
    /// The variable of the environment that holds the keys themselves.
    pub key_variable: Option<String>,
}

/// `[console]`: the pages for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Console {
    /// Whether it is served; true when absent.
    pub enabled: bool,
}

/// `[schedules]`: what is done with the `[[schedule]]` blocks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SchedulesSection {
    /// Whether schedules that came from a file and stand in it no longer are deleted; false when absent.
    pub prune: bool,
    /// The zone of blocks that name none; UTC when absent.
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
