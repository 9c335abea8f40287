//! Errors in the input, printed for people with a caret under the position, and for programs as JSON.
//!
//! A problem is an error of the library or of this crate. Both use the same stable codes.

use std::fmt::Write as _;

use refrain_cli::text::excerpt;
use refrain_recurrence::{Error, ErrorCode};
use serde::{Serialize, Serializer};

/// Reason why the input was refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Problem {
    #[serde(serialize_with = "code_name")]
    pub(crate) code: ErrorCode,
    pub(crate) message: String,
    /// Column in the faulty text, counted in characters from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) hint: Option<String>,
    /// Text that the column refers to, shown to people.
    #[serde(skip)]
    pub(crate) text: Option<String>,
    /// Label printed before that text, such as the name of a flag.
    #[serde(skip)]
    pub(crate) label: String,
}

fn code_name<S: Serializer>(code: &ErrorCode, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(code.as_str())
}

impl Problem {
    pub(crate) fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), column: None, hint: None, text: None, label: String::new() }
    }

    pub(crate) fn at_column(mut self, column: usize) -> Self {
        self.column = Some(column);
        self
    }

    /// Points at the start of the text if no column is known.
    pub(crate) fn at_least_at_start(mut self) -> Self {
        self.column.get_or_insert(1);
        self
    }

    pub(crate) fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Sets the faulty text, unless a more specific text was set before.
    pub(crate) fn in_text(mut self, text: &str) -> Self {
        self.text.get_or_insert_with(|| text.to_owned());
        self
    }

    /// Formats the problem for people: the message, the text with a caret, the hint.
    pub(crate) fn render_text(&self) -> String {
        let mut reported = format!("error[{}]: {}\n", self.code, self.message);
        if let (Some(text), Some(column)) = (&self.text, self.column) {
            let (shown, caret) = excerpt(text, column);
            let caret = caret + self.label.chars().count();
            let _ = writeln!(reported, "  {}{shown}\n  {:>caret$}", self.label, '^');
        }
        if let Some(hint) = &self.hint {
            let _ = writeln!(reported, "hint: {hint}");
        }
        reported
    }

    /// Formats the problem for programs: `{"error": {…}}`.
    pub(crate) fn render_json(&self) -> String {
        #[derive(Serialize)]
        struct ErrorReport<'a> {
            error: &'a Problem,
        }
        serde_json::to_string(&ErrorReport { error: self }).expect("a problem has string keys")
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        Self {
            code: error.code(),
            message: error.message().to_owned(),
            column: error.column(),
            hint: error.hint().map(str::to_owned),
            text: None,
            label: String::new(),
        }
    }
}
