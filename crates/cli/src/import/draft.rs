//! What a reader of one system collects: entries with a definition, or with the reason why there is none.

use refrain_recurrence::Spec;
use serde_json::{Map, Value};

use super::difference::SourceRuns;
use super::note::{Note, NoteKind};
use super::options::Options;
use crate::catalog::CommandEntry;
use crate::problem::Problem;
use crate::source::Source;

/// The entries and remarks that were read so far.
pub(super) struct Importer<'a> {
    pub(super) options: &'a Options,
    pub(super) drafts: Vec<Draft<'a>>,
    /// Remarks about all entries.
    pub(super) notes: Vec<Note>,
    /// Errors of files that could not be read as a whole.
    pub(super) problems: Vec<Problem>,
}

/// An entry of another system.
pub(super) struct Draft<'a> {
    pub(super) source: &'a Source,
    /// Position of the entry.
    pub(super) at: usize,
    /// Name of the entry, from which its ID is made.
    pub(super) name: String,
    /// What the entry says about its times, as written.
    pub(super) written: String,
    /// `None` if the entry is refused.
    pub(super) spec: Option<Spec>,
    /// Position to which columns of errors in the expression are added, if the expression is part of the text.
    pub(super) spec_at: Option<usize>,
    /// Whether the entry is active in its system.
    pub(super) is_active: bool,
    /// Fields of the definition besides `spec`.
    pub(super) fields: Map<String, Value>,
    /// Program that the schedule starts.
    pub(super) command: Option<CommandEntry>,
    pub(super) notes: Vec<Note>,
    /// Times at which the system itself runs the entry, where they may differ.
    pub(super) runs: Option<Box<dyn SourceRuns + 'a>>,
}

impl<'a> Importer<'a> {
    pub(super) fn new(options: &'a Options) -> Self {
        Self { options, drafts: Vec::new(), notes: Vec::new(), problems: Vec::new() }
    }

    /// Adds a remark about all entries, once.
    pub(super) fn note(&mut self, kind: NoteKind, text: impl Into<String>) {
        let note = Note { kind, text: text.into(), place: None };
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// Returns the time zone of entries that name none. If the caller gave none either, it is the default of the
    /// system.
    pub(super) fn timezone(&mut self, default: &str, why: &str) -> String {
        match &self.options.timezone {
            Some(timezone) => timezone.clone(),
            None => {
                self.note(NoteKind::Assumed, format!("the time zone is {default}: {why}"));
                default.to_owned()
            }
        }
    }
}

impl<'a> Draft<'a> {
    pub(super) fn new(source: &'a Source, at: usize, name: impl Into<String>, written: impl Into<String>) -> Self {
        Self {
            source,
            at,
            name: name.into(),
            written: written.into(),
            spec: None,
            spec_at: None,
            is_active: true,
            fields: Map::new(),
            command: None,
            notes: Vec::new(),
            runs: None,
        }
    }

    /// Adds a remark about the entry as a whole.
    pub(super) fn note(&mut self, kind: NoteKind, text: impl Into<String>) {
        self.notes.push(Note { kind, text: text.into(), place: None });
    }

    /// Adds a remark about a part of the entry.
    pub(super) fn note_at(&mut self, at: usize, kind: NoteKind, text: impl Into<String>) {
        self.note_in(self.source, at, kind, text);
    }

    /// Adds a remark about a part of another file.
    pub(super) fn note_in(&mut self, source: &Source, at: usize, kind: NoteKind, text: impl Into<String>) {
        self.notes.push(Note { kind, text: text.into(), place: Some(source.place(at)) });
    }

    /// Adds the reason why the entry is not imported.
    pub(super) fn refuse_at(&mut self, at: usize, text: impl Into<String>) {
        self.spec = None;
        self.note_at(at, NoteKind::Refused, text);
    }

    /// Sets a field of the definition.
    pub(super) fn set(&mut self, name: &str, value: impl Into<Value>) {
        self.fields.insert(name.to_owned(), value.into());
    }
}
