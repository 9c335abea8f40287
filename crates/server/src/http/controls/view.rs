//! API representation of a document.

use jiff::Timestamp;
use refrain::dispatch::StoredControl;
use serde::Serialize;
use utoipa::ToSchema;

use crate::preview::ScheduleWarning;

/// A document with its name and version.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ControlView<T> {
    /// Name of the document.
    #[schema(example = "quiet-nights")]
    name: String,
    /// Version, which increases with every write. A name that is deleted and used again continues the count.
    #[schema(example = 1)]
    version: i64,
    /// Time of the last change.
    updated_at: Timestamp,
    /// Definition. Null if it cannot be read.
    definition: Option<T>,
    /// Reason why the definition cannot be read.
    problem: Option<String>,
    /// Warnings about settings that are probably not intended. Only in responses to a save. Omitted if there are
    /// none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    warnings: Vec<ScheduleWarning>,
}

impl<T> ControlView<T> {
    pub(crate) fn of(order: StoredControl<T>) -> Self {
        let StoredControl { name, version, updated_at, content: what } = order;
        let (definition, problem) = match what {
            Ok(what) => (Some(what), None),
            Err(problem) => (None, Some(problem)),
        };
        Self { name: name.to_string(), version, updated_at, definition, problem, warnings: Vec::new() }
    }

    /// Adds the warnings of a save.
    pub(super) fn with_warnings(self, warnings: Vec<ScheduleWarning>) -> Self {
        Self { warnings, ..self }
    }
}
