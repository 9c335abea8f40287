//! Results of applying documents.

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::document::{ApplyDocument, DocumentType};
use crate::http::problem::{Problem, sentence};
use crate::preview::{Change, ScheduleWarning};

/// Result of applying documents.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ApplyResult {
    /// Whether the changes were made. False for a dry run.
    done: bool,
    /// Number of documents that were created, updated or deleted, or would be.
    changed: i64,
    /// Number of documents that were refused.
    refused: i64,
    /// Result for each document, in the order of the request.
    items: Vec<ApplyItem>,
}

/// Result for one document.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ApplyItem {
    /// Kind of the document.
    #[schema(example = "schedule")]
    kind: &'static str,
    /// Schedule ID, or name of the document.
    #[schema(example = "digest")]
    name: String,
    /// What was done, or would be done.
    result: ApplyOutcome,
    /// Revision after the change; in a dry run the present one, which the change can name as `if_revision`. 0 if the
    /// document does not exist. Null if it was refused.
    revision: Option<i64>,
    /// Fields of the stored definition that differ. Null if the document is new or unchanged.
    before: Option<Value>,
    /// Fields of the new definition that differ. Null if the document is unchanged or deleted.
    after: Option<Value>,
    /// Change of a schedule's status. Null if it stays the same.
    status: Option<StatusChange>,
    /// Occurrences that a dry run finds added, removed and moved. Null if none is, and unless the document is an
    /// existing schedule. At most 100 of each are listed.
    occurrences: Option<Change>,
    /// Description of a schedule's recurrence.
    #[schema(example = "At 09:00, Monday through Friday (Europe/Paris)")]
    sentence: Option<String>,
    /// Warnings about settings that are probably not intended.
    warnings: Vec<ScheduleWarning>,
    /// Reason why the document was refused.
    problem: Option<ApplyProblem>,
}

/// What was done with a document, or would be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ApplyOutcome {
    /// It did not exist.
    Created,
    /// It was changed.
    Updated,
    /// It was already as stated.
    Unchanged,
    /// It was deleted.
    Deleted,
    /// It could not be applied.
    Refused,
    /// The request ended before it was this document's turn.
    Pending,
}

/// Change of a status.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StatusChange {
    /// Status before. Null for a new schedule.
    #[schema(example = "active")]
    pub(super) from: Option<&'static str>,
    /// Status after.
    #[schema(example = "paused")]
    pub(super) to: &'static str,
}

/// Reason why a document was refused, as in a problem document.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ApplyProblem {
    /// Stable code for programs.
    #[schema(example = "bad_value")]
    code: String,
    /// Explanation of the error, with the value that caused it.
    detail: String,
    /// Suggested remedy.
    hint: Option<String>,
    /// Location in the document, as a path such as `action.provider`.
    path: Option<String>,
    /// Position in the invalid text, counted in characters from 1.
    column: Option<usize>,
}

/// What was done with a document that was not refused.
#[derive(Debug)]
pub(super) struct Applied {
    pub(super) outcome: ApplyOutcome,
    pub(super) revision: i64,
    /// Definitions before and after.
    pub(super) definitions: (Option<Value>, Option<Value>),
    pub(super) status: Option<StatusChange>,
    pub(super) occurrences: Option<Change>,
    pub(super) sentence: Option<String>,
    pub(super) warnings: Vec<ScheduleWarning>,
}

impl Applied {
    /// Creates a result without details.
    pub(super) fn new(outcome: ApplyOutcome, revision: i64) -> Self {
        Self {
            outcome,
            revision,
            definitions: (None, None),
            status: None,
            occurrences: None,
            sentence: None,
            warnings: Vec::new(),
        }
    }
}

impl ApplyResult {
    pub(super) fn new(items: Vec<ApplyItem>, done: bool) -> Self {
        let count = |outcomes: &[ApplyOutcome]| {
            i64::try_from(items.iter().filter(|item| outcomes.contains(&item.result)).count()).unwrap_or(i64::MAX)
        };
        let changed = count(&[ApplyOutcome::Created, ApplyOutcome::Updated, ApplyOutcome::Deleted]);
        Self { done, changed, refused: count(&[ApplyOutcome::Refused]), items }
    }
}

impl ApplyItem {
    pub(super) fn new(document: &ApplyDocument) -> Self {
        let kind: DocumentType = document.kind;
        Self {
            kind: kind.as_str(),
            name: document.name().unwrap_or_default().to_owned(),
            result: ApplyOutcome::Unchanged,
            revision: None,
            before: None,
            after: None,
            status: None,
            occurrences: None,
            sentence: None,
            warnings: Vec::new(),
            problem: None,
        }
    }

    pub(super) fn pending(self) -> Self {
        Self { result: ApplyOutcome::Pending, ..self }
    }

    pub(super) fn refused(self, problem: Problem) -> Self {
        let Problem { code, detail, hint, path, column, .. } = problem;
        let problem = ApplyProblem { code, detail: sentence(&detail), hint, path, column };
        Self { result: ApplyOutcome::Refused, problem: Some(problem), ..self }
    }

    pub(super) fn with(self, applied: Applied) -> Self {
        let (before, after) = match applied.definitions {
            (Some(before), Some(after)) => {
                let (before, after) = super::difference::between(&before, &after);
                (Some(before), Some(after))
            }
            other => other,
        };
        let Applied { outcome, revision, status, occurrences, sentence, warnings, .. } = applied;
        Self {
            result: outcome,
            revision: Some(revision),
            before,
            after,
            status,
            occurrences,
            sentence,
            warnings,
            ..self
        }
    }
}
