//! A text that may be a secret: given literally, or read from a file or a variable when it is needed.
//!
//! Invariant: the text is never shown. Only an address without its password is printed, or stars.

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::PathBuf;

use serde::de::value::MapAccessDeserializer;
use serde::de::{self, Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};

use super::redact::{HIDDEN, redacted};

/// Maximum size of a secret in a file, in bytes.
const FILE_BYTES_MAX: u64 = 64 * 1024;

/// Source of a text that may be a secret.
#[derive(Clone, PartialEq, Eq)]
pub enum Credential {
    /// The text itself.
    Text(String),
    /// A file. Leading and trailing whitespace is ignored.
    File(PathBuf),
    /// An environment variable.
    Variable(String),
}

impl Credential {
    /// Reads the text from its source.
    ///
    /// # Errors
    /// Fails if the file cannot be read or the variable is not set. The error names the source and never contains
    /// the text.
    pub fn resolve(&self) -> Result<String, String> {
        match self {
            Self::Text(text) => Ok(text.clone()),
            Self::File(path) => {
                let mut text = String::new();
                let read = File::open(path).and_then(|file| file.take(FILE_BYTES_MAX + 1).read_to_string(&mut text));
                match read {
                    Ok(_) if text.len() as u64 > FILE_BYTES_MAX => {
                        Err(format!("the file {} is longer than {FILE_BYTES_MAX} bytes", path.display()))
                    }
                    Ok(_) => Ok(text.trim().to_owned()),
                    Err(error) => Err(format!("the file {} cannot be read: {error}", path.display())),
                }
            }
            Self::Variable(name) => std::env::var(name).map_err(|_| format!("the variable {name} is not set")),
        }
    }

    /// Returns the printable form: an address without its password, or only stars for any other text. A password
    /// may contain colons and equals signs, so only a scheme makes an address. One with whitespace is not an address,
    /// and where its password ends is unknown.
    fn shown(text: &str) -> String {
        let is_scheme = |scheme: &str| {
            scheme.starts_with(|c: char| c.is_ascii_alphabetic())
                && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
        };
        let is_local = text.starts_with("sqlite:") || text == "memory:";
        let is_remote = text.split_once("://").is_some_and(|(scheme, rest)| {
            is_scheme(scheme) && !rest.contains(|c: char| c.is_whitespace() || c == '"' || c == '`')
        });
        let is_address = is_local || is_remote;
        if is_address { redacted(text) } else { HIDDEN.to_owned() }
    }
}

impl fmt::Debug for Credential {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(_) => f.write_str(HIDDEN),
            Self::File(path) => write!(f, "the file {}", path.display()),
            Self::Variable(name) => write!(f, "the variable {name}"),
        }
    }
}

impl Serialize for Credential {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        #[serde(rename_all = "snake_case")]
        enum CredentialSource<'a> {
            File(&'a PathBuf),
            Variable(&'a str),
        }
        match self {
            Self::Text(text) => serializer.serialize_str(&Self::shown(text)),
            Self::File(path) => CredentialSource::File(path).serialize(serializer),
            Self::Variable(name) => CredentialSource::Variable(name).serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Credential {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(rename_all = "snake_case")]
        enum CredentialSource {
            File(PathBuf),
            Variable(String),
        }
        struct CredentialVisitor;
        impl<'de> Visitor<'de> for CredentialVisitor {
            type Value = Credential;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string, { file = \"…\" } or { variable = \"…\" }")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Credential, E> {
                Ok(Credential::Text(text.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Credential, A::Error> {
                Ok(match CredentialSource::deserialize(MapAccessDeserializer::new(map))? {
                    CredentialSource::File(path) => Credential::File(path),
                    CredentialSource::Variable(name) => Credential::Variable(name),
                })
            }
        }
        deserializer.deserialize_any(CredentialVisitor)
    }
}
