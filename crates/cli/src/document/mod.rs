//! Files of schedules and controls: reads them with the place of every field, and writes them as YAML.
//!
//! A document has a `kind`, an `id` (schedules) or a `name` (controls), and the fields of the API's request body of
//! that kind. The fields themselves are not checked here: the server does that, and [`Document::problem`] shows its
//! errors in the file.

mod assemble;
mod files;
mod kind;
mod origin;
mod read;
mod stored;
#[cfg(test)]
mod tests;
mod write;

use serde_json::{Map, Value};

use self::origin::Origin;
use crate::problem::Problem;
use crate::source::Place;

pub(crate) use self::assemble::{NAME_BYTES_MAX, is_name};
pub use self::files::{read_files, read_text};
pub use self::kind::DocumentKind;
pub use self::read::{read, read_sources, read_sources_as};
pub use self::write::{write, write_value};

/// Highest document version that this program reads.
pub const VERSION_MAX: u64 = 1;

/// Top-level domain of targets that a person must complete. It is reserved and never resolves (RFC 6761).
pub const PLACEHOLDER_DOMAIN: &str = "example.invalid";

/// A schedule or a control.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// Kind of the document.
    pub kind: DocumentKind,
    /// ID of a schedule, name of a control.
    pub name: String,
    /// Whether a schedule runs. `false` means that it is paused. Always `true` for controls.
    pub is_enabled: bool,
    /// Fields of the API's request body.
    pub body: Map<String, Value>,
    /// Lines that are written above the document as a comment.
    pub comment: Vec<String>,
    origin: Option<Origin>,
}

impl Document {
    /// Creates a document that comes from no file.
    pub fn new(kind: DocumentKind, name: impl Into<String>, body: Map<String, Value>) -> Self {
        Self { kind, name: name.into(), is_enabled: true, body, comment: Vec::new(), origin: None }
    }

    /// Returns all fields, with those that name the document.
    pub fn to_json(&self) -> Value {
        let mut fields = self.body.clone();
        fields.insert("kind".to_owned(), self.kind.as_str().into());
        fields.insert(self.kind.name_field().to_owned(), self.name.as_str().into());
        if self.kind == DocumentKind::Schedule && !self.is_enabled {
            fields.insert("enabled".to_owned(), false.into());
        }
        Value::Object(fields)
    }

    /// Returns the place of the document, if it was read from a file.
    pub fn place(&self) -> Option<Place> {
        self.origin.as_ref().map(|origin| origin.place(""))
    }

    /// Returns the place of a field, such as `spec.recurrence.of[1].expression`. If the document does not have the
    /// field, returns the place of the nearest field that contains it.
    pub fn place_of(&self, path: &str) -> Option<Place> {
        self.origin.as_ref().map(|origin| origin.place(path))
    }

    /// Creates an error about a field. An empty path means the document as a whole.
    pub fn problem(&self, path: &str, code: &'static str, detail: impl Into<String>) -> Problem {
        match &self.origin {
            Some(origin) => origin.problem(path, code, detail.into()),
            None => Problem::new(code, format!("{} `{}`: {}", self.kind, self.name, detail.into())),
        }
    }

    /// Returns whether the target of the schedule's action must still be completed.
    pub fn has_placeholder(&self) -> bool {
        let target = self.body.get("action").and_then(|action| action.get("target")).and_then(Value::as_str);
        target.is_some_and(is_placeholder)
    }
}

/// Returns whether the host of a URL is the placeholder.
fn is_placeholder(target: &str) -> bool {
    let Some((_, rest)) = target.split_once("://") else { return false };
    let host = rest.split(['/', '?', '#', ':']).next().unwrap_or_default();
    host == PLACEHOLDER_DOMAIN || host.strip_suffix(PLACEHOLDER_DOMAIN).is_some_and(|head| head.ends_with('.'))
}
