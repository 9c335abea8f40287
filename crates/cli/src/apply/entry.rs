//! One document of a plan, and what applying it changes.

use refrain_client::types::{ApplyItem, ApplyOutcome};
use serde_json::{Map, Value, json};

use super::refusal::refusal;
use crate::document::Document;
use crate::problem::Problem;

/// A document of a plan.
#[derive(Clone, Debug)]
pub struct PlanEntry {
    /// The document as it is sent.
    pub request: Map<String, Value>,
    /// The document of a file. `None` for a schedule that is pruned.
    pub document: Option<Document>,
    /// The server's report.
    pub item: ApplyItem,
}

/// Effect of applying a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PlanKind {
    /// It does not exist yet.
    Created,
    /// It changes.
    Changed,
    /// It stays as it is, but runs at other times because of a calendar.
    Affected,
    /// It is deleted because its file says so.
    Deleted,
    /// It is deleted because no file has it.
    Pruned,
    /// It stays as it is.
    Unchanged,
    /// The server refuses it.
    Refused,
}

impl PlanKind {
    /// Returns the word for the effect.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Created => "created",
            Self::Changed => "changed",
            Self::Affected => "affected",
            Self::Deleted => "deleted",
            Self::Pruned => "pruned",
            Self::Unchanged => "unchanged",
            Self::Refused => "refused",
        }
    }

    /// Returns whether something is written.
    pub fn is_change(self) -> bool {
        match self {
            Self::Created | Self::Changed | Self::Deleted | Self::Pruned => true,
            Self::Affected | Self::Unchanged | Self::Refused => false,
        }
    }
}

impl PlanEntry {
    /// Returns the effect of applying the document.
    pub fn kind(&self) -> PlanKind {
        let item = &self.item;
        match &item.result {
            ApplyOutcome::Created => PlanKind::Created,
            ApplyOutcome::Updated if item.after.is_none() && item.before.is_none() && item.status.is_none() => {
                PlanKind::Affected
            }
            ApplyOutcome::Updated => PlanKind::Changed,
            ApplyOutcome::Deleted if self.document.is_none() => PlanKind::Pruned,
            ApplyOutcome::Deleted => PlanKind::Deleted,
            ApplyOutcome::Refused => PlanKind::Refused,
            _ => PlanKind::Unchanged,
        }
    }

    /// Returns the kind and the name, such as `schedule digest`.
    pub fn title(&self) -> String {
        format!("{} {}", self.item.kind.replace('_', " "), self.item.name)
    }

    /// Returns the document as it is applied: only if it still has the revision of the plan.
    pub fn conditional(&self) -> Map<String, Value> {
        let mut request = self.request.clone();
        let has_revision = self.kind() == PlanKind::Created || self.item.revision.is_some_and(|revision| revision > 0);
        // A stored schedule that cannot be read has no revision to compare.
        if let Some(revision) = self.item.revision.filter(|_| has_revision) {
            request.insert("if_revision".to_owned(), revision.into());
        }
        request
    }

    /// Returns the error of a refused document, at its place in the file.
    pub fn problem(&self) -> Option<Problem> {
        self.problem_of(&self.item)
    }

    /// Returns the error of another report about this document.
    pub fn problem_of(&self, item: &ApplyItem) -> Option<Problem> {
        let reported = item.problem.as_ref()?;
        Some(match &self.document {
            Some(document) => refusal(document, reported),
            None => Problem::new(reported.code.clone(), format!("{}: {}", self.title(), reported.detail)),
        })
    }

    /// Returns the report with the place of the document.
    pub fn to_json(&self, item: &ApplyItem) -> Value {
        let mut value = json!(item);
        if let (Some(place), Value::Object(fields)) = (self.document.as_ref().and_then(Document::place), &mut value) {
            fields.insert("at".to_owned(), json!(place));
        }
        value
    }
}
