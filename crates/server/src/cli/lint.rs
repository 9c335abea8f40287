//! `refrain lint`: what is legal in a recurrence and still probably not meant.

use std::fmt::Write as _;

use clap::Args;
use serde::Serialize;

use crate::cli::Format;
use crate::cli::definition::Definition;
use crate::cli::output::Report;
use crate::cli::problem::Problem;
use crate::preview::ToldWarning;

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

impl Lint {
    pub(crate) fn run(&self) -> Result<Report, Problem> {
        let draft = self.definition.read()?;
        let from = draft.instant_or_now("--from", self.from.as_deref())?;
        let warnings = ToldWarning::all(&draft.compile(from)?, from);
        let has_warnings = !warnings.is_empty();
        let mut report = match self.format {
            Format::Table => Report::new(for_people(&warnings)),
            Format::Json => Report::json(&Told { warnings }),
        };
        report.exit_code = u8::from(self.strict && has_warnings);
        Ok(report)
    }
}

fn for_people(warnings: &[ToldWarning]) -> String {
    if warnings.is_empty() {
        return "no warnings\n".to_owned();
    }
    let mut text = String::new();
    for ToldWarning { code, message, hint } in warnings {
        let _ = writeln!(text, "warning[{code}]: {message}");
        if let Some(hint) = hint {
            let _ = writeln!(text, "hint: {hint}");
        }
    }
    text
}
