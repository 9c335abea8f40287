//! Warnings about one expression.

use std::fmt::Write as _;

use refrain_recurrence::ErrorCode;
use serde::Serialize;

use super::{Lint, LintFormat};
use crate::cli::output::Report;
use crate::input::problem::Problem;
use crate::preview::ScheduleWarning;

#[derive(Serialize)]
struct LintReport {
    warnings: Vec<ScheduleWarning>,
}

impl Lint {
    pub(super) fn expression(&self) -> Result<Report, Problem> {
        let draft = self.definition.read()?;
        let from = draft.instant_or_now("--from", self.from.as_deref())?;
        let warnings = ScheduleWarning::all(&draft.compile(from)?, from);
        let has_warnings = !warnings.is_empty();
        let mut report = match self.format {
            LintFormat::Table => Report::new(render_text(&warnings)),
            LintFormat::Json => Report::json(&LintReport { warnings }),
            LintFormat::Github => {
                return Err(Problem::new(
                    ErrorCode::BadValue,
                    "the format github needs files, as an annotation has a place",
                )
                .with_hint("name files with -f"));
            }
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
