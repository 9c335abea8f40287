//! `refrain config`: shows the effective configuration, the source of each value, and its errors.

use clap::Args;
use serde_json::json;

use crate::cli::Format;
use crate::cli::output::{Failure, Report};
use crate::config::{EXAMPLE, LoadedConfig, Overrides, Problem, Sources};
use crate::serve::check;

/// Show the effective configuration, or report its errors
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain config
  refrain config --check --config /etc/refrain.toml
  refrain config --set engine.lease_for=1m --format json
  refrain config --defaults > refrain.toml")]
pub(crate) struct ConfigCommand {
    /// Check whether a server would start with this configuration, without opening the store or creating anything
    #[arg(long, conflicts_with = "defaults")]
    check: bool,
    /// Print every key with its default and a description
    #[arg(long)]
    defaults: bool,
    #[command(flatten)]
    overrides: Overrides,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
}

impl ConfigCommand {
    pub(crate) fn run(&self) -> Result<Report, Failure> {
        if self.defaults {
            return Ok(Report::new(EXAMPLE.to_owned()));
        }
        let loaded = LoadedConfig::from_sources(&Sources::of_process(self.overrides.clone()))?;
        let warnings = if self.check { checked(&loaded)? } else { loaded.warnings.clone() };
        let shown: String = warnings.iter().map(|warning| warning.as_warning().to_string()).collect();
        Ok(match (self.format, self.check) {
            (Format::Json, true) => Report::json(&json!({ "ok": true, "warnings": warnings })),
            (Format::Json, false) => Report::json(&loaded.to_json()),
            (Format::Table, true) => Report::new(format!("{shown}ok\n")),
            // The output can be used as a configuration file, so everything except values is a comment.
            (Format::Table, false) => {
                let comments: String = shown.lines().map(|line| format!("# {line}\n")).collect();
                Report::new(comments + &loaded.to_toml())
            }
        })
    }
}

/// Returns every warning of `refrain serve`, or the errors that prevent its start.
fn checked(loaded: &LoadedConfig) -> Result<Vec<Problem>, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(Failure::Output)?;
    Ok(runtime.block_on(check(loaded))?)
}
