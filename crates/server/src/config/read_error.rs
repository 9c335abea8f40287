//! Errors of serde in structured form, and their messages for people who write a configuration.

use std::fmt::{self, Display};

use refrain_cli::text::{nearest, quoted, shortened};
use serde::de::{self, Expected, Unexpected};

use super::tree::Path;
use crate::input::serde_problem::split_hint;

/// Maximum length of a library's message, in characters.
const MESSAGE_CHARS_MAX: usize = 300;

/// An error and the path of its value.
#[derive(Debug)]
pub(super) struct ReadError {
    pub(super) error_kind: ReadErrorKind,
    pub(super) path: Option<Path>,
}

/// Reason why a value was rejected.
#[derive(Debug)]
pub(super) enum ReadErrorKind {
    /// The key does not exist.
    UnknownKey { name: String, known: &'static [&'static str] },
    /// The value is not one of the allowed words.
    UnknownWord { word: String, known: &'static [&'static str] },
    /// A required key is missing.
    Missing { name: &'static str },
    /// The value has the wrong type.
    Type { found: String, expected: String },
    /// A message of a custom type.
    Other { message: String },
}

/// A code, a predicate that follows the key, and a hint.
pub(super) struct ErrorMessage {
    pub(super) code: &'static str,
    pub(super) sentence: String,
    pub(super) hint: Option<String>,
}

impl ReadErrorKind {
    /// Formats the message. Omits the value if it may be a secret.
    pub(super) fn words(&self, is_secret: bool) -> ErrorMessage {
        let (code, sentence, hint) = match self {
            Self::UnknownKey { name, known } => ("unknown_key", "is not a known key".to_owned(), choice(name, known)),
            Self::UnknownWord { word, known } => {
                ("unknown_value", format!("cannot be {}", quoted(word)), choice(word, known))
            }
            Self::Missing { name } => ("missing_value", format!("is missing the required key `{name}`"), None),
            Self::Type { expected, .. } if is_secret => ("bad_value", format!("must be {expected}"), None),
            Self::Type { found, expected } => ("bad_value", format!("must be {expected}, found {found}"), None),
            Self::Other { message } => {
                let message = shortened(message, MESSAGE_CHARS_MAX);
                let (sentence, hint) = split_hint(&message);
                ("bad_value", format!("cannot be used: {sentence}"), hint.map(str::to_owned))
            }
        };
        ErrorMessage { code, sentence, hint }
    }
}

fn choice(typed: &str, known: &[&str]) -> Option<String> {
    match nearest(typed, known.iter().copied()) {
        Some(near) => Some(format!("did you mean `{near}`?")),
        None if known.is_empty() => None,
        None => Some(format!("one of {}", known.join(", "))),
    }
}

impl ReadError {
    fn new(error_kind: ReadErrorKind) -> Self {
        Self { error_kind, path: None }
    }

    /// Sets the path, unless a deeper level has already set it.
    pub(super) fn at(mut self, path: &Path) -> Self {
        self.path.get_or_insert_with(|| path.clone());
        self
    }
}

impl Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.error_kind.words(false).sentence)
    }
}

impl std::error::Error for ReadError {}

impl de::Error for ReadError {
    fn custom<T: Display>(message: T) -> Self {
        Self::new(ReadErrorKind::Other { message: message.to_string() })
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::new(ReadErrorKind::Type { found: found_words(found), expected: expected_words(&expected.to_string()) })
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::invalid_type(found, expected)
    }

    fn unknown_field(name: &str, known: &'static [&'static str]) -> Self {
        Self::new(ReadErrorKind::UnknownKey { name: name.to_owned(), known })
    }

    fn unknown_variant(word: &str, known: &'static [&'static str]) -> Self {
        Self::new(ReadErrorKind::UnknownWord { word: word.to_owned(), known })
    }

    fn missing_field(name: &'static str) -> Self {
        Self::new(ReadErrorKind::Missing { name })
    }
}

fn found_words(found: Unexpected<'_>) -> String {
    match found {
        Unexpected::Bool(truth) => truth.to_string(),
        Unexpected::Unsigned(number) => number.to_string(),
        Unexpected::Signed(number) => number.to_string(),
        Unexpected::Float(number) => number.to_string(),
        Unexpected::Str(text) => format!("the string {}", quoted(text)),
        Unexpected::Seq => "a list".to_owned(),
        Unexpected::Map => "a table".to_owned(),
        other => other.to_string(),
    }
}

/// Translates the names of Rust types for readers who do not write Rust.
fn expected_words(expected: &str) -> String {
    let words = match expected {
        "a boolean" => "true or false",
        "a string" | "path string" | "string" => "a string",
        "a map" => "a table",
        "a sequence" => "a list",
        "u8" => "a whole number from 0 to 255",
        "u16" => "a whole number from 0 to 65535",
        "u32" => "a whole number from 0 to 4294967295",
        "u64" | "usize" => "a whole number, 0 or more",
        "i32" | "i64" => "a whole number",
        "f64" => "a number",
        _ if expected.starts_with("struct ") => "a table",
        other => other,
    };
    words.to_owned()
}
