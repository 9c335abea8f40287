//! Checks files of documents without a server.

use jiff::Timestamp;
use refrain::model::Tenant;
use refrain_cli::apply::refusal;
use refrain_cli::document::{Document, DocumentKind, read};
use refrain_cli::tree::Limits;
use refrain_recurrence::NamedCalendar;
use serde::Serialize;
use serde_json::{Value, json};

use super::document::DocumentChecker;
use super::finding::{Finding, Severity};
use super::{Lint, LintFormat};
use crate::cli::output::{Failure, Report};
use crate::clock;
use crate::input::instant;

/// Exit code of files with an error.
const EXIT_ERROR: u8 = 2;

#[derive(Serialize)]
struct FilesReport<'a> {
    /// Number of documents.
    documents: usize,
    problems: &'a [Finding],
}

impl Lint {
    pub(super) fn documents(&self) -> Result<Report, Failure> {
        let from = match &self.from {
            Some(text) => instant::parse(text, "UTC")?,
            None => clock::now(),
        };
        let (count, findings) = match read(&self.files, Limits::default()) {
            Ok(documents) => (documents.len(), check(&documents, from)?),
            Err(problems) => (0, problems.0.into_iter().map(Finding::error).collect()),
        };
        let mut report = match self.format {
            LintFormat::Table => Report::new(render_text(count, &findings)),
            LintFormat::Json => Report::json(&FilesReport { documents: count, problems: &findings }),
            LintFormat::Github => Report::new(findings.iter().map(Finding::to_annotation).collect()),
        };
        let has = |severity| findings.iter().any(|finding| finding.severity == severity);
        report.exit_code = match () {
            () if has(Severity::Error) => EXIT_ERROR,
            () => u8::from(self.strict && has(Severity::Warning)),
        };
        Ok(report)
    }
}

fn check(documents: &[Document], from: Timestamp) -> Result<Vec<Finding>, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let is_deleted = |document: &Document| document.body.get("delete") == Some(&Value::Bool(true));
    let is_kept = |document: &&Document| !is_deleted(document);
    let calendars = documents.iter().filter(is_kept).filter_map(calendar).collect();
    let tenant = Tenant::new("default", "default").expect("both names are valid");
    let checker = DocumentChecker::new(calendars, tenant, from);
    runtime.block_on(async {
        let mut findings = Vec::new();
        for document in documents.iter().filter(is_kept) {
            match checker.check(document).await {
                Ok(warnings) => {
                    for warning in warnings {
                        let problem = document.problem(recurrence(document), warning.code, warning.message);
                        findings.push(Finding::warning(match warning.hint {
                            Some(hint) => problem.with_hint(hint),
                            None => problem,
                        }));
                    }
                }
                Err(problem) => {
                    // The error of a document has the form that `POST /v1/apply` reports.
                    let reported = serde_json::from_value(json!(problem));
                    let reported = reported.expect("a problem has all fields of the error of a document");
                    findings.push(Finding::error(refusal(document, &reported)));
                }
            }
        }
        Ok(findings)
    })
}

/// Returns a valid calendar. The errors of others are found when they are checked themselves.
fn calendar(document: &Document) -> Option<(String, NamedCalendar)> {
    if document.kind != DocumentKind::Calendar {
        return None;
    }
    let calendar = serde_json::from_value(Value::Object(document.body.clone()));
    Some((document.name.clone(), calendar.unwrap_or_default()))
}

/// Returns the field that warnings are about.
fn recurrence(document: &Document) -> &'static str {
    let fields = ["cron", "when", "spec.recurrence.expression", "spec.recurrence"];
    fields.into_iter().find(|field| document.has_field(field)).unwrap_or_default()
}

fn render_text(documents: usize, findings: &[Finding]) -> String {
    let mut text: String = findings.iter().map(Finding::to_text).collect();
    let count = |severity| findings.iter().filter(|finding| finding.severity == severity).count();
    let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
    let number = |count: usize, noun: &str| match count {
        1 => format!("1 {noun}"),
        many => format!("{many} {noun}s"),
    };
    let documents = if documents == 0 { String::new() } else { format!("{}: ", number(documents, "document")) };
    text.push_str(&format!("{documents}{}, {}\n", number(errors, "error"), number(warnings, "warning")));
    text
}
