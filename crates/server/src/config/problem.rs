//! A problem with the configuration: a stable code, the key with its value, a hint, and the place to fix.
//!
//! Invariant: no text contains a password. Addresses are shown without their passwords.

use std::fmt::{self, Write as _};

use serde::Serialize;

use super::place::Place;
use super::redact::redacted;

/// An error in the configuration, or a warning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// Stable code.
    pub code: &'static str,
    /// Key that the problem is about, such as `server.bind`. Empty if it concerns a whole file.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub key: String,
    /// Description of the problem, with the value.
    pub detail: String,
    /// Suggestion to fix the problem.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// Place of the value. `None` if the problem is a missing value.
    #[serde(rename = "at", skip_serializing_if = "Option::is_none")]
    pub place: Option<Box<Place>>,
}

impl Problem {
    pub(super) fn new(code: &'static str, key: impl Into<String>, detail: impl AsRef<str>) -> Self {
        Self { code, key: key.into(), detail: redacted(detail.as_ref()), hint: None, place: None }
    }

    /// Creates a problem from one in a file of another form.
    pub(crate) fn of_file(found: &refrain_cli::Problem) -> Self {
        let code = match &found.code {
            std::borrow::Cow::Borrowed(code) => code,
            std::borrow::Cow::Owned(_) => "bad_value",
        };
        let place =
            found.place.clone().map(|refrain_cli::Place { file, line, column }| Place::File { file, line, column });
        let problem = Self::new(code, "", &found.detail).at(place);
        match &found.hint {
            Some(hint) => problem.with_hint(hint),
            None => problem,
        }
    }

    pub(super) fn with_hint(mut self, hint: impl AsRef<str>) -> Self {
        self.hint = Some(redacted(hint.as_ref()));
        self
    }

    pub(super) fn at(mut self, place: Option<Place>) -> Self {
        self.place = place.map(Box::new);
        self
    }

    /// Formats the problem for people, after a word such as `error`.
    fn tell(&self, f: &mut fmt::Formatter<'_>, word: &str) -> fmt::Result {
        write!(f, "{word}[{}]: ", self.code)?;
        if let Some(place) = &self.place {
            write!(f, "{place}: ")?;
        }
        writeln!(f, "{}", self.detail)?;
        if let Some(hint) = &self.hint {
            writeln!(f, "hint: {hint}")?;
        }
        Ok(())
    }

    /// Formats the problem as a warning.
    pub fn as_warning(&self) -> impl fmt::Display + '_ {
        struct Warning<'a>(&'a Problem);
        impl fmt::Display for Warning<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.tell(f, "warning")
            }
        }
        Warning(self)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tell(f, "error")
    }
}

/// All problems of one configuration, ordered by place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problems {
    /// The errors; at least one.
    pub errors: Vec<Problem>,
    /// The warnings found in addition.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Problem>,
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut reported = String::new();
        for warning in &self.warnings {
            write!(reported, "{}", warning.as_warning())?;
        }
        for error in &self.errors {
            write!(reported, "{error}")?;
        }
        f.write_str(&reported)
    }
}

impl std::error::Error for Problems {}
