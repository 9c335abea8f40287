//! What is wrong with the configuration: a code that stays, the key with its value, advice, and the place to mend.
//!
//! Invariant: no text in it holds a password. Whatever looks like an address with one is shown without it.

use std::fmt::{self, Write as _};

use serde::Serialize;

use super::place::Place;
use super::redact::redacted;

/// One thing that is wrong, or worth a warning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// The stable code.
    pub code: &'static str,
    /// The key it is about, such as `server.bind`; empty when it is about a whole file.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub key: String,
    /// What is wrong, with the value.
    pub detail: String,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// Where it stands; none when nobody said anything and that is what is wrong.
    #[serde(rename = "at", skip_serializing_if = "Option::is_none")]
    pub place: Option<Box<Place>>,
}

impl Problem {
    pub(super) fn new(code: &'static str, key: impl Into<String>, detail: impl AsRef<str>) -> Self {
        Self { code, key: key.into(), detail: redacted(detail.as_ref()), hint: None, place: None }
    }

    pub(super) fn with_hint(mut self, hint: impl AsRef<str>) -> Self {
        self.hint = Some(redacted(hint.as_ref()));
        self
    }

    pub(super) fn at(mut self, place: Option<Place>) -> Self {
        self.place = place.map(Box::new);
        self
    }

    /// As a person reads it, after a word such as `error`.
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

    /// The same for something that hinders nothing.
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

/// All that is wrong with one configuration, in the order of its places.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problems {
    /// Each of them; at least one.
    pub errors: Vec<Problem>,
    /// What is worth a warning besides.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Problem>,
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut told = String::new();
        for warning in &self.warnings {
            write!(told, "{}", warning.as_warning())?;
        }
        for error in &self.errors {
            write!(told, "{error}")?;
        }
        f.write_str(&told)
    }
}

impl std::error::Error for Problems {}
