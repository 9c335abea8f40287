//! Errors in files: a stable code, the place, the line with a caret, and a hint.

use std::borrow::Cow;
use std::fmt::{self, Write as _};

use serde::Serialize;

use crate::source::{Place, Source};
use crate::text::excerpt;

/// An error in a file, or an error with a file as a whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// Stable code.
    pub code: Cow<'static, str>,
    /// Description of the error, with the value.
    pub detail: String,
    /// Suggestion to fix the error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// Place of the value. `None` if the error is about a file as a whole.
    #[serde(rename = "at", skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// The line with the error, and the position of the caret in it, from 1.
    #[serde(skip)]
    excerpt: Option<(String, usize)>,
}

impl Problem {
    /// Creates an error about a file as a whole. The detail names the file.
    pub fn new(code: impl Into<Cow<'static, str>>, detail: impl Into<String>) -> Self {
        Self { code: code.into(), detail: detail.into(), hint: None, place: None, excerpt: None }
    }

    /// Creates an error at a byte offset.
    pub fn at(source: &Source, at: usize, code: impl Into<Cow<'static, str>>, detail: impl Into<String>) -> Self {
        let place = source.place(at);
        let shown = excerpt(source.line_at(at), place.column);
        Self { code: code.into(), detail: detail.into(), hint: None, place: Some(place), excerpt: Some(shown) }
    }

    /// Adds a hint.
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Returns the text for people, with a severity such as `error` or `warning`.
    pub fn to_text(&self, severity: &str) -> String {
        let mut text = format!("{severity}[{}]: ", self.code);
        // Writing to a string cannot fail.
        if let Some(place) = &self.place {
            let _ = write!(text, "{place}: ");
        }
        let _ = writeln!(text, "{}", self.detail);
        if let Some((line, caret)) = &self.excerpt {
            let _ = writeln!(text, "  {line}\n  {:>caret$}", '^');
        }
        if let Some(hint) = &self.hint {
            let _ = writeln!(text, "hint: {hint}");
        }
        text
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text("error"))
    }
}

/// All errors of one or several files; at least one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Problems(pub Vec<Problem>);

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|problem| problem.fmt(f))
    }
}

impl std::error::Error for Problems {}

impl From<Problem> for Problems {
    fn from(problem: Problem) -> Self {
        Self(vec![problem])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_shows_its_place_its_line_and_its_hint() {
        let source = Source::new("jobs.yaml", "kind: schedule\nkind: job\n");
        let problem = Problem::at(&source, 21, "unknown_kind", "`job` is not a kind").with_hint("write schedule");
        let shown =
            "error[unknown_kind]: jobs.yaml:2:7: `job` is not a kind\n  kind: job\n        ^\nhint: write schedule\n";
        assert_eq!(Problems::from(problem).to_string(), shown);
        assert_eq!(Problem::new("too_long", "a is too long").to_string(), "error[too_long]: a is too long\n");
    }
}
