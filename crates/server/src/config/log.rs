//! `[log]`: what is written about what happens.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use super::check::Checker;
use crate::cli::problem::{nearest, quoted};

/// How lines look, and which are written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Log {
    /// How lines look; `pretty` when absent.
    pub format: LogFormat,
    /// Which lines are written: a level, or levels by part, as in `info,refrain::dispatch=debug`; `info` when absent.
    pub level: String,
}

/// How lines of the log look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum LogFormat {
    /// For people.
    #[default]
    Pretty,
    /// For programs: one JSON object a line.
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
            // A part of the program, and of its spans in brackets, may stand before the level.
            let level = part.rsplit_once('=').map_or(part, |(_, level)| level).trim();
            let is_known = LEVELS.iter().any(|known| known.eq_ignore_ascii_case(level));
            if !is_known {
                let detail = format!("`log.level` has {}, which is no level", quoted(level));
                let hint = nearest(level, LEVELS).map_or_else(
                    || format!("one of {}, or with a part before it: refrain::dispatch=debug", LEVELS.join(", ")),
                    |near| format!("did you mean `{near}`?"),
                );
                checker.refuse("log.level", "unknown_value", detail, Some(&hint));
            }
        }
    }
}
