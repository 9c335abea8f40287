//! The result of an import, as text for people. It serializes to JSON for programs.

use std::fmt::{self, Write as _};

use jiff::Timestamp;
use serde::{Serialize, Serializer};

use super::kind::Kind;
use super::note::{Note, Severity};
use crate::document::Document;
use crate::problem::Problem;
use crate::source::Place;

/// The result of an import.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// System that the files come from.
    pub kind: Kind,
    /// One entry for each schedule of the files, in order.
    pub entries: Vec<Entry>,
    /// Remarks about all entries.
    pub notes: Vec<Note>,
    /// Errors of files, or of parts of files, that could not be read.
    pub problems: Vec<Problem>,
    /// Configuration of the server that the schedules need, in TOML.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub configuration: Option<String>,
}

/// One schedule of the other system.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Entry {
    /// Name of the entry in its system.
    pub name: String,
    /// Place of the entry.
    #[serde(rename = "at")]
    pub place: Place,
    /// What the entry says about its times, as written.
    pub written: String,
    /// The schedule, unless the entry was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub schedule: Option<ImportedSchedule>,
    /// Remarks about the entry. A refused entry has the reason.
    pub notes: Vec<Note>,
}

/// A schedule that was made from an entry.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ImportedSchedule {
    /// The schedule.
    #[serde(serialize_with = "as_json")]
    pub document: Document,
    /// Description of its times.
    pub description: String,
    /// Next runs in local time, at most five, with the offset. Empty for schedules that run after a completion.
    pub next: Vec<String>,
    /// The same as instants.
    pub next_at: Vec<Timestamp>,
}

fn as_json<S: Serializer>(document: &Document, serializer: S) -> Result<S::Ok, S::Error> {
    document.to_json().serialize(serializer)
}

impl Report {
    /// Returns the schedules.
    pub fn documents(&self) -> Vec<Document> {
        self.entries.iter().filter_map(|entry| Some(entry.schedule.as_ref()?.document.clone())).collect()
    }

    /// Returns whether everything was imported.
    pub fn is_complete(&self) -> bool {
        self.problems.is_empty() && self.entries.iter().all(|entry| entry.schedule.is_some())
    }

    fn count(&self, severity: Severity) -> usize {
        let notes = self.entries.iter().flat_map(|entry| &entry.notes).chain(&self.notes);
        notes.filter(|note| note.kind.severity() == severity).count()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for problem in &self.problems {
            writeln!(f, "{problem}")?;
        }
        for entry in &self.entries {
            writeln!(f, "{entry}")?;
        }
        for note in &self.notes {
            writeln!(f, "{note}")?;
        }
        let total = self.entries.len();
        let imported = self.entries.iter().filter(|entry| entry.schedule.is_some()).count();
        let entries = if total == 1 { "entry" } else { "entries" };
        write!(f, "{total} {entries}: {imported} imported, {} not imported", total - imported)?;
        for (count, noun) in [(self.problems.len(), "error"), (self.count(Severity::Warning), "warning")] {
            match count {
                0 => {}
                1 => write!(f, ", 1 {noun}")?,
                many => write!(f, ", {many} {noun}s")?,
            }
        }
        writeln!(f)
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = format!("{}: {}\n", self.place, self.name);
        if !self.written.is_empty() {
            let _ = writeln!(text, "  written:  {}", self.written.lines().collect::<Vec<_>>().join("\n            "));
        }
        match &self.schedule {
            None => text.push_str("  schedule: none\n"),
            Some(schedule) => {
                let state = if schedule.document.is_enabled { "enabled" } else { "paused" };
                let _ = writeln!(text, "  schedule: {}, {state}", schedule.document.name);
                let _ = writeln!(text, "  runs:     {}", schedule.description);
                if !schedule.next.is_empty() {
                    let _ = writeln!(text, "  next:     {}", schedule.next.join("\n            "));
                }
            }
        }
        for note in &self.notes {
            let _ = writeln!(text, "  {note}");
        }
        f.write_str(&text)
    }
}
