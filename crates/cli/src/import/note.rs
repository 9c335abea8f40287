//! Remarks of a report.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::source::Place;

/// A remark about an entry, or about all entries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Note {
    /// Kind of the remark, which decides its severity.
    pub kind: NoteKind,
    /// The remark.
    pub text: String,
    /// Place of the text that the remark is about.
    #[serde(rename = "at", skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
}

/// Kind of a remark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NoteKind {
    /// The schedule was not imported.
    Refused,
    /// A person must complete something before the schedule can run.
    Incomplete,
    /// The schedule runs at other times than in its system.
    Differs,
    /// Something of the entry has no counterpart and was left out.
    Dropped,
    /// The entry does not say something, and this was assumed.
    Assumed,
    /// Something of the entry became this.
    Kept,
    /// A choice, and its reason.
    Chosen,
    /// A property of the recurrence that its author may not intend.
    Lint,
}

/// Importance of a remark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// The entry was not imported.
    Error,
    /// The entry needs attention.
    Warning,
    /// For information.
    Info,
}

impl NoteKind {
    /// Returns the stable code.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Refused => "refused",
            Self::Incomplete => "incomplete",
            Self::Differs => "differs",
            Self::Dropped => "dropped",
            Self::Assumed => "assumed",
            Self::Kept => "kept",
            Self::Chosen => "chosen",
            Self::Lint => "lint",
        }
    }

    /// Returns the importance.
    pub fn severity(self) -> Severity {
        match self {
            Self::Refused => Severity::Error,
            Self::Incomplete | Self::Differs | Self::Dropped | Self::Assumed => Severity::Warning,
            Self::Kept | Self::Chosen | Self::Lint => Severity::Info,
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Info => "info",
        })
    }
}

impl Serialize for NoteKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}]: ", self.kind.severity(), self.kind.as_str())?;
        if let Some(place) = &self.place {
            write!(f, "{place}: ")?;
        }
        f.write_str(&self.text)
    }
}
