//! What is wrong with the input, and how it is told: to a person with a caret under the place, to a program as JSON.
//!
//! It holds the library's errors and the command line's own, under the same stable codes.

use std::fmt::Write as _;

use refrain_recurrence::{Error, ErrorCode};
use serde::{Serialize, Serializer};

/// Why the input was refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Problem {
    #[serde(serialize_with = "code_name")]
    pub(crate) code: ErrorCode,
    pub(crate) message: String,
    /// Counted in characters from 1, in the text at fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) hint: Option<String>,
    /// The text that the column counts in, to be shown to people.
    #[serde(skip)]
    pub(crate) text: Option<String>,
    /// What stands before that text when it is shown, such as the name of a flag.
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

    /// Points at the whole text when nothing nearer is known.
    pub(crate) fn at_least_at_start(mut self) -> Self {
        self.column.get_or_insert(1);
        self
    }

    pub(crate) fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Names the text at fault, unless a nearer place has done so.
    pub(crate) fn in_text(mut self, text: &str) -> Self {
        self.text.get_or_insert_with(|| text.to_owned());
        self
    }

    /// As a person reads it: the sentence, the text with a caret, the hint.
    pub(crate) fn for_people(&self) -> String {
        let mut told = format!("error[{}]: {}\n", self.code, self.message);
        if let (Some(text), Some(column)) = (&self.text, self.column) {
            let (shown, caret) = excerpt(text, column);
            let caret = caret + self.label.chars().count();
            let _ = writeln!(told, "  {}{shown}\n  {:>caret$}", self.label, '^');
        }
        if let Some(hint) = &self.hint {
            let _ = writeln!(told, "hint: {hint}");
        }
        told
    }

    /// As a program reads it: `{"error": {…}}`.
    pub(crate) fn for_programs(&self) -> String {
        #[derive(Serialize)]
        struct Told<'a> {
            error: &'a Problem,
        }
        serde_json::to_string(&Told { error: self }).expect("a problem has string keys")
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

/// The line that holds the column, cut to a width a terminal has, and where the caret stands in it from 1.
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

/// Text for a message: cut to a length a person can read, with control characters made visible.
pub(crate) fn quoted(text: &str) -> String {
    format!("`{}`", shortened(text, 40))
}

/// At most so many characters, control characters made visible.
pub(crate) fn shortened(text: &str, chars_max: usize) -> String {
    let mut shown = String::new();
    for (index, c) in text.chars().enumerate() {
        if index == chars_max {
            shown.push('…');
            break;
        }
        if c.is_control() { shown.extend(c.escape_debug()) } else { shown.push(c) }
    }
    shown
}

/// The candidate that a typo most likely meant, or none when nothing is near.
pub(crate) fn nearest<'a>(typed: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const TYPED_MAX: usize = 64;
    if typed.len() > TYPED_MAX {
        return None;
    }
    let allowed = (typed.chars().count() / 3).max(1);
    candidates
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(typed, candidate), candidate))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caret_stands_under_its_column() {
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

    #[test]
    fn long_and_strange_text_is_shown_short_and_visible() {
        assert_eq!(quoted("a\nb"), "`a\\nb`");
        assert!(quoted(&"9".repeat(1_000)).chars().count() < 50);
    }
}
