//! A document as it is applied: its kind and name, what to do with it, and the fields of its definition.

use refrain_recurrence::NamedCalendar;
use serde::Deserialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::http::problem::Problem;
use crate::http::problem_code::ProblemCode;

/// Kind of a document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DocumentType {
    /// A schedule, named by `id`.
    #[default]
    Schedule,
    /// A calendar: days off.
    Calendar,
    /// A dispatch rule.
    DispatchRule,
    /// A hold.
    Hold,
    /// A quota.
    Quota,
    /// An alert.
    Alert,
}

/// A schedule or control as its owner wants it to be, or one to delete. Besides the fields here, it has those of the
/// definition: for a schedule those of `PUT /v1/schedules/{id}`, for a calendar those of `PUT /v1/calendars/{name}`,
/// and so on. Read-only fields of responses are ignored with a warning.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub(crate) struct ApplyDocument {
    /// Kind of the document. Default: `schedule`.
    #[serde(default)]
    pub(crate) kind: DocumentType,
    /// Schedule ID. Required for a schedule.
    #[schema(example = "digest", pattern = "^[A-Za-z0-9_-]{1,128}$")]
    id: Option<String>,
    /// Name of the document. Required for all kinds except schedules.
    #[schema(pattern = "^[A-Za-z0-9_.-]{1,128}$")]
    name: Option<String>,
    /// Whether to delete the document. Default: false.
    #[serde(default)]
    pub(crate) delete: bool,
    /// Revision or version that the document must have. 0 if it must not exist. Default: any.
    pub(crate) if_revision: Option<i64>,
    /// Fields of the definition.
    #[serde(flatten)]
    pub(crate) fields: Map<String, Value>,
}

impl DocumentType {
    /// Returns the text of the kind.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Schedule => "schedule",
            Self::Calendar => "calendar",
            Self::DispatchRule => "dispatch_rule",
            Self::Hold => "hold",
            Self::Quota => "quota",
            Self::Alert => "alert",
        }
    }
}

impl ApplyDocument {
    /// Returns the ID of a schedule, or the name of another document.
    pub(crate) fn name(&self) -> Result<&str, Problem> {
        let (field, given, other) = match self.kind {
            DocumentType::Schedule => ("id", &self.id, &self.name),
            _ => ("name", &self.name, &self.id),
        };
        let kind = self.kind.as_str();
        match (given, other) {
            (Some(name), None) => Ok(name),
            (_, Some(_)) => {
                Err(Problem::new(ProblemCode::BadBody, format!("a {kind} is identified by `{field}` only")))
            }
            (None, None) => Err(Problem::new(ProblemCode::BadBody, format!("a {kind} needs the field `{field}`"))),
        }
    }

    /// Returns the name and definition of a valid calendar.
    pub(crate) fn as_calendar(&self) -> Option<(String, NamedCalendar)> {
        if self.kind != DocumentType::Calendar {
            return None;
        }
        let calendar = serde_json::from_value(Value::Object(self.fields.clone())).ok()?;
        Some((self.name.clone()?, calendar))
    }
}
