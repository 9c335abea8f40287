//! `refrain lint`: warns about what is valid but probably not intended, in an expression or in files of documents.

mod document;
mod expression;
mod files;
mod finding;

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::cli::definition::Definition;
use crate::cli::output::{Failure, Report};

/// Warn about recurrences that are valid but probably not intended, and check files without a server
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain lint '0 0 13 * FRI'
  refrain lint '30 2 * * *' --tz Europe/Berlin --strict
  refrain lint -f schedules/
  refrain lint -f schedules/ --strict --format github

Exit codes: 0 no warnings, or warnings without --strict; 1 warnings with --strict; 2 errors.")]
pub(crate) struct Lint {
    /// Files or directories of documents to check, in place of an expression; - for standard input
    #[arg(short, long = "file", value_name = "PATH", num_args = 1.., conflicts_with_all = ["expression", "json"])]
    files: Vec<PathBuf>,
    #[command(flatten)]
    definition: Definition,
    /// Check occurrences from this instant on [default: now]
    #[arg(long, value_name = "T")]
    from: Option<String>,
    /// Exit with code 1 if there are warnings
    #[arg(long)]
    strict: bool,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: LintFormat,
}

/// Output format of `refrain lint`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum LintFormat {
    /// Human-readable text
    #[default]
    Table,
    /// JSON; errors are also printed as JSON on standard output
    Json,
    /// Annotations of GitHub Actions, for files only
    Github,
}

impl Lint {
    pub(crate) fn run(&self) -> Result<Report, Failure> {
        if self.files.is_empty() { Ok(self.expression()?) } else { self.documents() }
    }

    pub(super) fn is_json(&self) -> bool {
        self.format == LintFormat::Json
    }
}
