//! `refrain lint`: warns about recurrences that are valid but probably not intended.

use std::fmt::Write as _;

use clap::Args;
use serde::Serialize;

use crate::cli::Format;
use crate::cli::definition::Definition;
use crate::cli::output::Report;
use crate::input::problem::Problem;
use crate::preview::ScheduleWarning;

/// Warn about recurrences that are valid but probably not intended
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  refrain lint '0 0 13 * FRI'
  refrain lint '30 2 * * *' --tz Europe/Berlin --strict

Exit codes: 0 no warnings, or warnings without --strict; 1 warnings with --strict; 2 invalid expression.")]
pub(crate) struct Lint {
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
    pub(super) format: Format,
}

#[derive(Serialize)]
struct LintReport {
    warnings: Vec<ScheduleWarning>,
}

impl Lint {
    pub(crate) fn run(&self) -> Result<Report, Problem> {
        let draft = self.definition.read()?;
        let from = draft.instant_or_now("--from", self.from.as_deref())?;
        let warnings = ScheduleWarning::all(&draft.compile(from)?, from);
        let has_warnings = !warnings.is_empty();
        let mut report = match self.format {
            Format::Table => Report::new(render_text(&warnings)),
            Format::Json => Report::json(&LintReport { warnings }),
        };
        report.exit_code = u8::from(self.strict && has_warnings);
        Ok(report)
    }
}

fn render_text(warnings: &[ScheduleWarning]) -> String {
    if warnings.is_empty() {
        return "no warnings\n".to_owned();
    }
    let mut text = String::new();
    for ScheduleWarning { code, message, hint } in warnings {
        let _ = writeln!(text, "warning[{code}]: {message}");
        if let Some(hint) = hint {
            let _ = writeln!(text, "hint: {hint}");
        }
    }
    text
}
