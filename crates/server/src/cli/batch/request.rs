//! One line of a batch, split into fields but not yet interpreted. Text stays borrowed from the line.

use std::borrow::Cow;
use std::fmt;

use refrain_recurrence::ErrorCode;
use serde::de::{self, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, de::DeserializeSeed};
use serde_json::value::RawValue;

use crate::cli::json;
use crate::input::problem::Problem;

/// Maximum length of a line. A longer line is answered with an error and not read to its end.
pub(super) const LINE_BYTES_MAX: usize = 1024 * 1024;

/// The fields of a question. A field that is absent or null has its default.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Request<'a> {
    #[serde(borrow)]
    pub(super) id: Option<&'a RawValue>,
    pub(super) recurrence: Option<&'a RawValue>,
    pub(super) expression: Option<Text<'a>>,
    pub(super) dialect: Option<Text<'a>>,
    pub(super) day_match: Option<Text<'a>>,
    pub(super) seconds: Option<Text<'a>>,
    pub(super) timezone: Option<Text<'a>>,
    pub(super) dst: Option<&'a RawValue>,
    pub(super) from: Option<Text<'a>>,
    pub(super) inclusive: Option<bool>,
    pub(super) count: Option<i64>,
    pub(super) direction: Option<Text<'a>>,
    pub(super) matches_at: Option<Text<'a>>,
    pub(super) first_run: Option<&'a RawValue>,
    pub(super) starts_at: Option<Text<'a>>,
    pub(super) ends_at: Option<Text<'a>>,
    pub(super) max_runs: Option<u64>,
    pub(super) calendars: Option<&'a RawValue>,
    pub(super) jitter: Option<&'a RawValue>,
}

/// A string borrowed from the line, or an owned string if it contained escapes.
pub(super) struct Text<'a>(pub(super) Cow<'a, str>);

impl Text<'_> {
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Text<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(TextVisitor).map(Text)
    }
}

struct TextVisitor;

impl<'de> Visitor<'de> for TextVisitor {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_borrowed_str<E: de::Error>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(text))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Cow::Owned(text.to_owned()))
    }
}

/// Returns the line as text, or an error if it is too long, not UTF-8 or empty.
pub(super) fn text_of(line: &[u8]) -> Result<&str, Problem> {
    if line.len() > LINE_BYTES_MAX {
        return Err(Problem::new(ErrorCode::TooLong, format!("the line is longer than {LINE_BYTES_MAX} bytes"))
            .at_column(LINE_BYTES_MAX + 1));
    }
    let text = std::str::from_utf8(line).map_err(|error| {
        let valid = valid_text(&line[..error.valid_up_to()]);
        Problem::new(ErrorCode::BadValue, "the line is not UTF-8").at_column(valid.chars().count() + 1)
    })?;
    if text.trim_ascii().is_empty() {
        return Err(Problem::new(ErrorCode::BadValue, "the line is empty")
            .at_column(1)
            .with_hint("each line must be a JSON object"));
    }
    Ok(text)
}

pub(super) fn parse(text: &str) -> Result<Request<'_>, Problem> {
    // Only the first character is checked, because serde would also accept an array of the values.
    if !text.trim_ascii_start().starts_with('{') {
        return Err(Problem::new(ErrorCode::BadValue, "the line is not a JSON object").at_column(1));
    }
    serde_json::from_str(text).map_err(|error| json::problem(&error, text))
}

/// Returns the ID of a line that cannot be parsed, if the ID comes before the error.
pub(super) fn find_id(line: &[u8]) -> Option<&RawValue> {
    let mut id = None;
    let mut deserializer = serde_json::Deserializer::from_str(valid_text(line));
    // The error was already reported. The ID found before the error stays valid.
    let _ = IdSeed(&mut id).deserialize(&mut deserializer);
    id
}

fn valid_text(bytes: &[u8]) -> &str {
    match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default(),
    }
}

struct IdSeed<'a, 'de>(&'a mut Option<&'de RawValue>);

impl<'de> DeserializeSeed<'de> for IdSeed<'_, 'de> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for IdSeed<'_, 'de> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<Text<'de>>()? {
            if key.as_str() == "id" {
                *self.0 = Some(map.next_value()?);
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_id_of_an_invalid_line_is_found() {
        let check = |line: &[u8], expected| assert_eq!(find_id(line).map(RawValue::get), expected, "{line:?}");
        check(br#"{"id":1,"count":"x"}"#, Some("1"));
        check(br#"{"count":"x","id":{"a":[1]}}"#, Some(r#"{"a":[1]}"#));
        check(br#"{"id":"a","expression":"0 9 "#, Some(r#""a""#));
        check(b"{\"id\":\"a\",\"expression\":\"\xff\"}", Some(r#""a""#));
        check(br#"{"expression" 5,"id":1}"#, None);
        check(b"", None);
        check(b"[1]", None);
    }
}
