//! Checks that every object of a JSON text has each key only once.
//!
//! Parsers disagree on which of two values counts, so a proxy that checks a request and this server could
//! read different values.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;

use serde::Deserialize;
use serde::de::{self, Deserializer, MapAccess, SeqAccess, Visitor};

use super::problem::Problem;
use super::problem_code::ProblemCode;

/// Objects with at most this many keys are searched linearly, which is faster than hashing.
const SEARCHED_MAX: usize = 16;
/// Maximum length of a quoted key in an error, in characters.
const QUOTED_MAX: usize = 60;

/// Rejects a text in which an object has the same key twice. Invalid JSON passes; the parser reports it
/// later.
pub(super) fn check(bytes: &[u8]) -> Result<(), Problem> {
    match serde_json::from_slice::<Unique>(bytes) {
        Err(error) if error.is_data() => Err(twice(bytes)),
        Ok(_) | Err(_) => Ok(()),
    }
}

/// Reads the text again to find the location.
fn twice(bytes: &[u8]) -> Problem {
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let found: Result<Unique, _> = serde_path_to_error::deserialize(&mut reader);
    let (path, detail) =
        found.err().map_or_else(Default::default, |error| (error.path().to_string(), error.inner().to_string()));
    Problem::new(ProblemCode::DuplicateKey, detail).at_path(path).with_hint("remove one of the two")
}

/// A JSON value whose objects have each key only once.
struct Unique;

impl<'de> Deserialize<'de> for Unique {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(UniqueVisitor)
    }
}

struct UniqueVisitor;

impl<'de> Visitor<'de> for UniqueVisitor {
    type Value = Unique;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_bool<E>(self, _: bool) -> Result<Unique, E> {
        Ok(Unique)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Unique, E> {
        Ok(Unique)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Unique, E> {
        Ok(Unique)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Unique, E> {
        Ok(Unique)
    }

    fn visit_str<E>(self, _: &str) -> Result<Unique, E> {
        Ok(Unique)
    }

    fn visit_unit<E>(self) -> Result<Unique, E> {
        Ok(Unique)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Unique, A::Error> {
        while items.next_element::<Unique>()?.is_some() {}
        Ok(Unique)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Unique, A::Error> {
        let mut keys = Keys::default();
        while let Some(Key(key)) = fields.next_key()? {
            if keys.has(&key) {
                let shown: String = key.chars().take(QUOTED_MAX).collect();
                return Err(de::Error::custom(format_args!("The key {shown:?} appears twice in the same object.")));
            }
            keys.add(key);
            fields.next_value::<Unique>()?;
        }
        Ok(Unique)
    }
}

/// A key, borrowed from the text unless it contains escapes.
struct Key<'de>(Cow<'de, str>);

impl<'de> Deserialize<'de> for Key<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct KeyVisitor;
        impl<'de> Visitor<'de> for KeyVisitor {
            type Value = Key<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a key")
            }

            fn visit_borrowed_str<E>(self, key: &'de str) -> Result<Key<'de>, E> {
                Ok(Key(Cow::Borrowed(key)))
            }

            fn visit_str<E>(self, key: &str) -> Result<Key<'de>, E> {
                Ok(Key(Cow::Owned(key.to_owned())))
            }
        }
        deserializer.deserialize_str(KeyVisitor)
    }
}

/// Keys of an object found so far.
#[derive(Default)]
struct Keys<'de> {
    few: Vec<Cow<'de, str>>,
    many: HashSet<Cow<'de, str>>,
}

impl<'de> Keys<'de> {
    fn has(&self, key: &str) -> bool {
        self.few.iter().any(|known| known == key) || self.many.contains(key)
    }

    fn add(&mut self, key: Cow<'de, str>) {
        if self.few.len() < SEARCHED_MAX {
            self.few.push(key);
        } else {
            self.many.insert(key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_that_appears_twice_is_named_with_its_place() {
        for (text, key, path) in [
            (r#"{"a": 1, "a": 2}"#, "\"a\"", None),
            (r#"{"a": 1, "\u0061": 1}"#, "\"a\"", None),
            (r#"{"a": {"b": [{"c": 1}, {"d": 1, "c": 2, "d": 3}]}}"#, "\"d\"", Some("a.b[1]")),
        ] {
            let problem = check(text.as_bytes()).unwrap_err();
            assert_eq!((problem.status, problem.code.as_str()), (400, "duplicate_key"), "{text}");
            assert!(problem.detail.contains(key), "{problem:?}");
            assert!(
                path.is_none_or(|path| problem.path.as_deref().is_some_and(|found| found.starts_with(path))),
                "{problem:?}"
            );
        }
        let many: String = (0..100).map(|number| format!("\"k{number}\": {number}, ")).collect();
        assert!(check(format!("{{{many}\"k\": 0}}").as_bytes()).is_ok());
        assert!(check(format!("{{{many}\"k70\": 0}}").as_bytes()).is_err());
    }

    #[test]
    fn other_texts_pass() {
        for text in
            [r#"{"a": {"a": 1}, "b": [{"a": 1}, {"a": 1}]}"#, "[1, -1, 1.5, true, null, \"x\"]", "{\"a\": ", "", "1 2"]
        {
            assert!(check(text.as_bytes()).is_ok(), "{text}");
        }
    }
}
