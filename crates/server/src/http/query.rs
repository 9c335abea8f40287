//! Parses the query of a request. Unknown and repeated names are rejected; `namespace` and `tenant` are read
//! by the gate.

use std::fmt::Display;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use serde::de::value::{Error, MapDeserializer};

use super::problem::Problem;
use super::problem_code::ProblemCode;

/// Parameters that every route accepts.
const CALLER_PARAMETERS: [&str; 2] = ["namespace", "tenant"];

/// The parsed query of a request.
pub(crate) struct Query<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        read(parts.uri.query().unwrap_or_default()).map(Self)
    }
}

fn read<T: DeserializeOwned>(query: &str) -> Result<T, Problem> {
    let mut pairs = pairs(query)?;
    pairs.retain(|(name, _)| !CALLER_PARAMETERS.contains(&name.as_str()));
    for (index, (name, _)) in pairs.iter().enumerate() {
        if pairs[..index].iter().any(|(before, _)| before == name) {
            return Err(Problem::new(ProblemCode::BadQuery, format!("{name} is given twice")));
        }
    }
    let names: Vec<String> = pairs.iter().map(|(name, _)| name.clone()).collect();
    let source: MapDeserializer<'_, _, Error> =
        MapDeserializer::new(pairs.into_iter().map(|(name, value)| (name, Text(value))));
    T::deserialize(source).map_err(|error| {
        let problem = Problem::new(ProblemCode::BadQuery, error.to_string());
        if names.len() == 1 { problem.at_path(names[0].clone()) } else { problem }
    })
}

/// Returns the decoded names and values of a query.
pub(crate) fn pairs(query: &str) -> Result<Vec<(String, String)>, Problem> {
    url::form_urlencoded::parse(query.as_bytes())
        .map(|(name, value)| {
            if value.contains('\0') || name.contains('\0') {
                return Err(Problem::new(ProblemCode::BadQuery, format!("{name:?} contains a NUL character")));
            }
            Ok((name.into_owned(), value.into_owned()))
        })
        .collect()
}

/// Returns the detail of an error about a number below 1 or above `most`.
pub(crate) fn expected_range(name: &str, most: impl Display, given: impl Display) -> String {
    let article = if name.ends_with('s') { "" } else { "a " };
    format!("expected {article}{name} from 1 to {most}, found {given}")
}

/// Checks that a number is between 1 and `most`.
pub(crate) fn within(name: &str, given: u32, most: u32) -> Result<usize, Problem> {
    if (1..=most).contains(&given) {
        return Ok(usize::try_from(given).unwrap_or(usize::MAX));
    }
    Err(Problem::new(ProblemCode::BadQuery, expected_range(name, most, given)).at_path(name))
}

/// A text that deserializes as the type of its field: a number, a boolean or a string.
struct Text(String);

macro_rules! parsed {
    ($($method:ident $visit:ident $type:ty, $what:literal;)*) => {
        $(fn $method<V: serde::de::Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            match self.0.parse::<$type>() {
                Ok(value) => visitor.$visit(value),
                Err(_) => Err(serde::de::Error::custom(format!("{:?} is not {}", short(&self.0), $what))),
            }
        })*
    };
}

impl<'de> serde::Deserializer<'de> for Text {
    type Error = Error;

    fn deserialize_any<V: serde::de::Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_string(self.0)
    }

    fn deserialize_option<V: serde::de::Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_enum<V: serde::de::Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        serde::de::IntoDeserializer::into_deserializer(self.0).deserialize_enum(name, variants, visitor)
    }

    fn deserialize_newtype_struct<V: serde::de::Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    parsed! {
        deserialize_bool visit_bool bool, "true or false";
        deserialize_u8 visit_u8 u8, "a whole number from 0 to 255";
        deserialize_u16 visit_u16 u16, "a whole number from 0 to 65535";
        deserialize_u32 visit_u32 u32, "a whole number";
        deserialize_u64 visit_u64 u64, "a whole number";
        deserialize_i64 visit_i64 i64, "a whole number";
    }

    serde::forward_to_deserialize_any! {
        i8 i16 i32 i128 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct
        identifier ignored_any
    }
}

impl<'de> serde::de::IntoDeserializer<'de, Error> for Text {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct TestQuery {
        limit: Option<u32>,
        label: Option<String>,
        enabled: Option<bool>,
    }

    #[test]
    fn a_query_becomes_a_type() {
        let asked: TestQuery = read("limit=5&label=team%3Aa+b&enabled=false&tenant=acme").unwrap();
        assert_eq!(asked, TestQuery { limit: Some(5), label: Some("team:a b".to_owned()), enabled: Some(false) });
        assert_eq!(read::<TestQuery>("").unwrap(), TestQuery { limit: None, label: None, enabled: None });
    }

    #[test]
    fn errors_name_the_cause() {
        for (query, reported) in [
            ("limit=many", "\"many\" is not a whole number"),
            ("limt=5", "unknown field `limt`"),
            ("limit=5&limit=6", "limit is given twice"),
            ("label=%00", "contains a NUL character"),
            ("enabled=yes", "\"yes\" is not true or false"),
        ] {
            let problem = read::<TestQuery>(query).unwrap_err();
            assert!(problem.detail.contains(reported), "{query}: {problem:?}");
        }
    }
}
