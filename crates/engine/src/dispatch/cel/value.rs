//! Values of an expression. Everything from the facts is borrowed.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::rc::Rc;

use jiff::{SignedDuration, Timestamp};
use serde_json::Value as Json;

use super::constant::Constant;

/// A value.
#[derive(Clone, Debug)]
pub enum Value<'a> {
    /// Null.
    Null,
    /// A bool.
    Bool(bool),
    /// A signed integer.
    Int(i64),
    /// An unsigned integer.
    Uint(u64),
    /// A floating-point number.
    Double(f64),
    /// A string.
    Text(Cow<'a, str>),
    /// An instant.
    Time(Timestamp),
    /// A duration.
    Length(SignedDuration),
    /// A list from a JSON document.
    Array(&'a [Json]),
    /// An object from a JSON document.
    Object(&'a serde_json::Map<String, Json>),
    /// Strings by name.
    Texts(&'a BTreeMap<String, String>),
    /// A constant list in the expression.
    Constants(Constants<'a>),
    /// A list made by the expression.
    List(Rc<[Value<'a>]>),
    /// A map made by the expression.
    Map(Rc<[(Value<'a>, Value<'a>)]>),
}

/// Constants of an expression.
#[derive(Clone, Copy, Debug)]
pub struct Constants<'a>(pub(super) &'a [Constant]);

impl<'a> Value<'a> {
    /// Creates a borrowed string.
    pub fn text(text: &'a str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }

    /// Creates a value from a part of a JSON document.
    pub fn json(json: &'a Json) -> Self {
        match json {
            Json::Null => Self::Null,
            Json::Bool(is) => Self::Bool(*is),
            Json::Number(number) => match (number.as_i64(), number.as_u64()) {
                (Some(number), _) => Self::Int(number),
                (None, Some(number)) => Self::Uint(number),
                (None, None) => Self::Double(number.as_f64().unwrap_or(f64::NAN)),
            },
            Json::String(text) => Self::text(text),
            Json::Array(items) => Self::Array(items),
            Json::Object(fields) => Self::Object(fields),
        }
    }

    pub(super) fn constant(constant: &'a Constant) -> Self {
        match constant {
            Constant::Null => Self::Null,
            Constant::Bool(is) => Self::Bool(*is),
            Constant::Int(number) => Self::Int(*number),
            Constant::Uint(number) => Self::Uint(*number),
            Constant::Double(number) => Self::Double(*number),
            Constant::Text(text) => Self::text(text),
            Constant::List(items) => Self::Constants(Constants(items)),
        }
    }

    /// Returns the name of the value's type.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "bool",
            Self::Int(_) => "int",
            Self::Uint(_) => "uint",
            Self::Double(_) => "double",
            Self::Text(_) => "string",
            Self::Time(_) => "timestamp",
            Self::Length(_) => "duration",
            Self::Array(_) | Self::Constants(_) | Self::List(_) => "list",
            Self::Object(_) | Self::Texts(_) | Self::Map(_) => "map",
        }
    }

    /// Returns the number of elements or entries.
    pub(super) fn count(&self) -> Option<usize> {
        match self {
            Self::Array(items) => Some(items.len()),
            Self::Constants(items) => Some(items.0.len()),
            Self::List(items) => Some(items.len()),
            Self::Object(fields) => Some(fields.len()),
            Self::Texts(texts) => Some(texts.len()),
            Self::Map(entries) => Some(entries.len()),
            Self::Null
            | Self::Bool(_)
            | Self::Int(_)
            | Self::Uint(_)
            | Self::Double(_)
            | Self::Text(_)
            | Self::Time(_)
            | Self::Length(_) => None,
        }
    }

    /// Returns an element of a list.
    pub(super) fn element(&self, index: usize) -> Option<Self> {
        match self {
            Self::Array(items) => items.get(index).map(Self::json),
            Self::Constants(items) => items.0.get(index).map(Self::constant),
            Self::List(items) => items.get(index).cloned(),
            Self::Null
            | Self::Bool(_)
            | Self::Int(_)
            | Self::Uint(_)
            | Self::Double(_)
            | Self::Text(_)
            | Self::Time(_)
            | Self::Length(_)
            | Self::Object(_)
            | Self::Texts(_)
            | Self::Map(_) => None,
        }
    }

    /// Returns the keys of a map, in the order of the map.
    pub(super) fn keys(&self) -> Option<Vec<Self>> {
        match self {
            Self::Object(fields) => Some(fields.keys().map(|key| Self::text(key)).collect()),
            Self::Texts(texts) => Some(texts.keys().map(|key| Self::text(key)).collect()),
            Self::Map(entries) => Some(entries.iter().map(|(key, _)| key.clone()).collect()),
            Self::Null
            | Self::Bool(_)
            | Self::Int(_)
            | Self::Uint(_)
            | Self::Double(_)
            | Self::Text(_)
            | Self::Time(_)
            | Self::Length(_)
            | Self::Array(_)
            | Self::Constants(_)
            | Self::List(_) => None,
        }
    }
}
