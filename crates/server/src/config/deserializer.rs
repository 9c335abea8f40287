//! Deserializes the tree with serde. Every error carries the path of its value.
//!
//! Texts from variables and flags are untyped and are parsed as the type that serde requests. An enum named
//! [`BY_KIND`] is a table whose key `kind` selects the variant; the other keys are the content of that variant.

use serde::de::value::{MapAccessDeserializer, StrDeserializer};
use serde::de::{
    self, DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, MapAccess, SeqAccess, Unexpected, VariantAccess,
    Visitor,
};
use serde::forward_to_deserialize_any;

use super::read_error::ReadError;
use super::tree::{Node, Path, Value};

/// Serde name of an enum whose variant is selected by the key `kind`.
pub(super) const BY_KIND: &str = "by kind";

/// A value and its path.
#[derive(Clone)]
pub(super) struct Reader<'a> {
    node: &'a Node,
    path: Path,
    /// A key of the table that was already read.
    without: Option<&'static str>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(node: &'a Node) -> Self {
        Self { node, path: Path::default(), without: None }
    }

    /// Returns the text if it is untyped and may be a number or a boolean.
    fn untyped(&self) -> Option<&'a str> {
        match &self.node.value {
            Value::Untyped(text) => Some(text.trim()),
            Value::Bool(_)
            | Value::Integer(_)
            | Value::Float(_)
            | Value::Text(_)
            | Value::List(_)
            | Value::Table(_) => None,
        }
    }

    fn unexpected(&self) -> Unexpected<'a> {
        match &self.node.value {
            Value::Bool(truth) => Unexpected::Bool(*truth),
            Value::Integer(number) => Unexpected::Signed(*number),
            Value::Float(number) => Unexpected::Float(*number),
            Value::Text(text) | Value::Untyped(text) => Unexpected::Str(text),
            Value::List(_) => Unexpected::Seq,
            Value::Table(_) => Unexpected::Map,
        }
    }

    fn members(&self, members: &'a [Node]) -> Members<'a> {
        let members = members.iter().enumerate().filter(|(_, node)| !node.is_skipped);
        Members(members.map(|(index, node)| Self { node, path: self.path.index(index), without: None }).collect())
    }

    fn entries(&self, entries: &'a std::collections::BTreeMap<String, Node>) -> Entries<'a> {
        let entries = entries.iter().filter(|(name, node)| !node.is_skipped && Some(name.as_str()) != self.without);
        let mut entries: Vec<(&str, Self)> = entries
            .map(|(name, node)| (name.as_str(), Self { node, path: self.path.key(name), without: None }))
            .collect();
        entries.reverse();
        Entries { entries, value: None }
    }

    fn visit<V: Visitor<'a>>(&self, visitor: V) -> Result<V::Value, ReadError> {
        match &self.node.value {
            Value::Bool(truth) => visitor.visit_bool(*truth),
            Value::Integer(number) => visitor.visit_i64(*number),
            Value::Float(number) => visitor.visit_f64(*number),
            Value::Text(text) | Value::Untyped(text) => visitor.visit_borrowed_str(text),
            Value::List(members) => visitor.visit_seq(self.members(members)),
            Value::Table(entries) => visitor.visit_map(self.entries(entries)),
        }
    }

    fn visit_kind<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, ReadError> {
        let Value::Table(entries) = &self.node.value else { return self.visit(visitor) };
        let kind =
            entries.get("kind").filter(|kind| !kind.is_skipped).ok_or_else(|| de::Error::missing_field("kind"))?;
        let kind = Self { node: kind, path: self.path.key("kind"), without: None };
        visitor.visit_enum(Kind { kind, content: Self { without: Some("kind"), ..self } })
    }
}

/// Parses an untyped text as the requested type. A text that cannot be parsed is visited as a string and rejected
/// as one.
macro_rules! deserialize_loose {
    ($($method:ident as $type:ty => $visit:ident),*) => {$(
        fn $method<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, ReadError> {
            match self.untyped().and_then(|text| text.parse::<$type>().ok()) {
                Some(value) => visitor.$visit(value),
                None => self.visit(visitor),
            }
            .map_err(|refused: ReadError| refused.at(&self.path))
        }
    )*};
}

impl<'a> Deserializer<'a> for Reader<'a> {
    type Error = ReadError;

    fn deserialize_any<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.visit(visitor).map_err(|refused| refused.at(&self.path))
    }

    deserialize_loose!(
        deserialize_bool as bool => visit_bool,
        deserialize_i8 as i64 => visit_i64,
        deserialize_i16 as i64 => visit_i64,
        deserialize_i32 as i64 => visit_i64,
        deserialize_i64 as i64 => visit_i64,
        deserialize_u8 as i64 => visit_i64,
        deserialize_u16 as i64 => visit_i64,
        deserialize_u32 as i64 => visit_i64,
        deserialize_u64 as i64 => visit_i64,
        deserialize_f32 as f64 => visit_f64,
        deserialize_f64 as f64 => visit_f64
    );

    fn deserialize_option<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, ReadError> {
        let path = self.path.clone();
        visitor.visit_some(self).map_err(|refused: ReadError| refused.at(&path))
    }

    fn deserialize_newtype_struct<V: Visitor<'a>>(self, _: &'static str, visitor: V) -> Result<V::Value, ReadError> {
        let path = self.path.clone();
        visitor.visit_newtype_struct(self).map_err(|refused: ReadError| refused.at(&path))
    }

    fn deserialize_seq<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, ReadError> {
        let Some(text) = self.untyped() else { return self.deserialize_any(visitor) };
        let members = text.split(',').map(str::trim).filter(|member| !member.is_empty());
        let members = members.map(|member| UntypedValue { text: member });
        visitor.visit_seq(de::value::SeqDeserializer::new(members)).map_err(|refused: ReadError| refused.at(&self.path))
    }

    /// Rejects lists: serde would accept a list as a table without keys.
    fn deserialize_struct<V: Visitor<'a>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        let read = match &self.node.value {
            Value::List(_) => Err(de::Error::invalid_type(Unexpected::Seq, &"a table")),
            Value::Bool(_)
            | Value::Integer(_)
            | Value::Float(_)
            | Value::Text(_)
            | Value::Untyped(_)
            | Value::Table(_) => self.visit(visitor),
        };
        read.map_err(|refused| refused.at(&self.path))
    }

    fn deserialize_enum<V: Visitor<'a>>(
        self,
        name: &'static str,
        words: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ReadError> {
        let path = self.path.clone();
        let read = match &self.node.value {
            _ if name == BY_KIND => self.visit_kind(visitor),
            Value::Text(text) | Value::Untyped(text) => {
                let text: StrDeserializer<'a, ReadError> = text.as_str().into_deserializer();
                visitor.visit_enum(text)
            }
            Value::Table(entries) => visitor.visit_enum(MapAccessDeserializer::new(self.entries(entries))),
            Value::Bool(_) | Value::Integer(_) | Value::Float(_) | Value::List(_) => {
                Err(de::Error::invalid_type(self.unexpected(), &format!("one of {}", words.join(", ")).as_str()))
            }
        };
        read.map_err(|refused| refused.at(&path))
    }

    forward_to_deserialize_any! {
        <V: Visitor<'a>>
        i128 u128 char str string bytes byte_buf unit unit_struct tuple tuple_struct map identifier ignored_any
    }
}

/// An element of a list in a variable.
struct UntypedValue<'a> {
    text: &'a str,
}

impl<'a> IntoDeserializer<'a, ReadError> for UntypedValue<'a> {
    type Deserializer = StrDeserializer<'a, ReadError>;

    fn into_deserializer(self) -> Self::Deserializer {
        self.text.into_deserializer()
    }
}

struct Members<'a>(std::collections::VecDeque<Reader<'a>>);

impl<'a> SeqAccess<'a> for Members<'a> {
    type Error = ReadError;

    fn next_element_seed<T: DeserializeSeed<'a>>(&mut self, seed: T) -> Result<Option<T::Value>, ReadError> {
        let Some(member) = self.0.pop_front() else { return Ok(None) };
        let path = member.path.clone();
        seed.deserialize(member).map(Some).map_err(|refused| refused.at(&path))
    }
}

/// The remaining entries, in reverse order.
struct Entries<'a> {
    entries: Vec<(&'a str, Reader<'a>)>,
    value: Option<Reader<'a>>,
}

impl<'a> MapAccess<'a> for Entries<'a> {
    type Error = ReadError;

    fn next_key_seed<K: DeserializeSeed<'a>>(&mut self, seed: K) -> Result<Option<K::Value>, ReadError> {
        let Some((name, value)) = self.entries.pop() else { return Ok(None) };
        let path = value.path.clone();
        self.value = Some(value);
        let name: StrDeserializer<'a, ReadError> = name.into_deserializer();
        seed.deserialize(name).map(Some).map_err(|refused| refused.at(&path))
    }

    fn next_value_seed<V: DeserializeSeed<'a>>(&mut self, seed: V) -> Result<V::Value, ReadError> {
        let value = self.value.take().ok_or_else(|| de::Error::custom("a value without a key"))?;
        let path = value.path.clone();
        // A type that is converted from a text reports its error only after the text was read.
        seed.deserialize(value).map_err(|refused| refused.at(&path))
    }
}

/// A table whose `kind` selects the variant.
struct Kind<'a> {
    kind: Reader<'a>,
    content: Reader<'a>,
}

impl<'a> EnumAccess<'a> for Kind<'a> {
    type Error = ReadError;
    type Variant = Reader<'a>;

    fn variant_seed<V: DeserializeSeed<'a>>(self, seed: V) -> Result<(V::Value, Reader<'a>), ReadError> {
        let path = self.kind.path.clone();
        let variant = seed.deserialize(self.kind).map_err(|refused| refused.at(&path))?;
        Ok((variant, self.content))
    }
}

impl<'a> VariantAccess<'a> for Reader<'a> {
    type Error = ReadError;

    fn unit_variant(self) -> Result<(), ReadError> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'a>>(self, seed: T) -> Result<T::Value, ReadError> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'a>>(self, _: usize, visitor: V) -> Result<V::Value, ReadError> {
        self.deserialize_any(visitor)
    }

    fn struct_variant<V: Visitor<'a>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, ReadError> {
        self.deserialize_any(visitor)
    }
}
