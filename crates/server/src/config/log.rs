//! `[log]`: format and level of the log.

use clap::ValueEnum;
use refrain_cli::text::{nearest, quoted};
use serde::{Deserialize, Serialize};

use super::checker::Checker;

/// Log settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Log {
    /// Format of log records. Default: `pretty`.
    pub format: LogFormat,
    /// Log level, or levels per module as in `info,refrain::dispatch=debug`. Default: `info`.
    pub level: String,
}

/// Format of log records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum LogFormat {
    /// Human-readable text
    #[default]
    Pretty,
    /// JSON, one object per line
    Json,
}

impl Default for Log {
    fn default() -> Self {
        Self { format: LogFormat::default(), level: "info".to_owned() }
    }
}

const LEVELS: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];

impl Log {
    pub(super) fn check(&self, checker: &mut Checker<'_>) {
        for part in self.level.split(',') {
            // A module name, and spans in brackets, may come before the level.
            let level = part.rsplit_once('=').map_or(part, |(_, level)| level).trim();
            let is_known = LEVELS.iter().any(|known| known.eq_ignore_ascii_case(level));
            if !is_known {
                let detail = format!("`log.level` contains {}, which is not a log level", quoted(level));
                let hint = nearest(level, LEVELS).map_or_else(
                    || {
                        format!(
                            "one of {}, optionally with a module before it: refrain::dispatch=debug",
                            LEVELS.join(", ")
                        )
                    },
                    |near| format!("did you mean `{near}`?"),
                );
                checker.refuse("log.level", "unknown_value", detail, Some(&hint));
            }
        }
    }
}
