//! Errors in the input, printed for people with a caret under the position, and for programs as JSON.
//!
//! A problem is an error of the library or of this crate. Both use the same stable codes.

use std::fmt::Write as _;

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

/// Returns the line that contains the column, cut to the width of a terminal, and the caret's position in it from
/// 1.
fn excerpt(text: &str, column: usize) -> (String, usize) {
    const BEFORE_MAX: usize = 60;
    const AFTER_MAX: usize = 40;
    let chars: Vec<char> = text.chars().collect();
    let at = column.saturating_sub(1).min(chars.len());
    let line_start = chars[..at].iter().rposition(|c| *c == '\n').map_or(0, |newline| newline + 1);
    let line_end = chars[at..].iter().position(|c| *c == '\n').map_or(chars.len(), |newline| at + newline);
    let start = line_start.max(at.saturating_sub(BEFORE_MAX));
    let end = line_end.min(at + AFTER_MAX);
    let mut shown = String::new();
    let mut caret = at - start + 1;
    if start > line_start {
        shown.push('…');
        caret += 1;
    }
    shown.extend(chars[start..end].iter().map(|c| if c.is_control() { '\u{fffd}' } else { *c }));
    if end < line_end {
        shown.push('…');
    }
    (shown, caret)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caret_is_under_its_column() {
        let check = |text: &str, column, shown: &str, caret| {
            assert_eq!(excerpt(text, column), (shown.to_owned(), caret), "{text:?} {column}");
        };
        check("61 * * * *", 1, "61 * * * *", 1);
        check("0 9 * * MUN", 9, "0 9 * * MUN", 9);
        check("", 1, "", 1);
        check("abc", 99, "abc", 4);
        check("DTSTART:x\nRRULE:y", 17, "RRULE:y", 7);
        check("a\tb", 3, "a\u{fffd}b", 3);
        let long = "x".repeat(500);
        let (shown, caret) = excerpt(&long, 300);
        assert_eq!((shown.chars().count(), caret), (102, 62));
    }
}
