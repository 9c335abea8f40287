//! `refrain lint`: what is legal in a recurrence and still probably not meant.

use std::fmt::Write as _;

use clap::Args;
use refrain_recurrence::Warning;
use serde::Serialize;

use crate::cli::Format;
use crate::cli::definition::Definition;
use crate::cli::output::Report;
use crate::cli::problem::Problem;

/// Warn about what is legal and probably not meant
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain lint '0 0 13 * FRI'
  refrain lint '30 2 * * *' --tz Europe/Berlin --strict

Warnings end with exit code 0, or with 1 under --strict; an expression that cannot be read ends with 2.")]
pub(crate) struct Lint {
    #[command(flatten)]
    definition: Definition,
    /// Look at the time from this instant on [default: now]
    #[arg(long, value_name = "T")]
    from: Option<String>,
    /// End with exit code 1 when there are warnings
    #[arg(long)]
    strict: bool,
    /// How to answer
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
}

#[derive(Serialize)]
struct Told {
    warnings: Vec<ToldWarning>,
}

#[derive(Serialize)]
struct ToldWarning {
    code: &'static str,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
}

impl Lint {
    pub(crate) fn run(&self) -> Result<Report, Problem> {
        let draft = self.definition.read()?;
        let from = draft.instant_or_now("--from", self.from.as_deref())?;
        let warnings = draft.compile(from)?.lint(from);
        let has_warnings = !warnings.is_empty();
        let mut report = match self.format {
            Format::Table => Report::new(for_people(&warnings)),
            Format::Json => {
                let told = |Warning { code, message, hint }| ToldWarning { code, message, hint };
                Report::json(&Told { warnings: warnings.into_iter().map(told).collect() })
            }
        };
        report.exit_code = u8::from(self.strict && has_warnings);
        Ok(report)
    }
}

fn for_people(warnings: &[Warning]) -> String {
    if warnings.is_empty() {
        return "no warnings\n".to_owned();
    }
    let mut text = String::new();
    for Warning { code, message, hint } in warnings {
        let _ = writeln!(text, "warning[{code}]: {message}");
        if let Some(hint) = hint {
            let _ = writeln!(text, "hint: {hint}");
        }
    }
    text
}
