//! Parses a TOML file into the tree, with the line and column of every key and value.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::ops::Range;
use std::path::Path;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::place::Place;
use super::problem::Problem;
use super::tree::{Node, Value};

/// Maximum size of a configuration file, in bytes.
const FILE_BYTES_MAX: u64 = 8 * 1024 * 1024;

/// Name of the file that is read by default.
pub(super) const DEFAULT_NAME: &str = "refrain.toml";

/// Returns the text of a file, or `None` if a file that was not named explicitly does not exist.
pub(super) fn read_text(path: &Path, is_named: bool) -> Result<Option<String>, Problem> {
    let shown = path.display();
    let mut text = String::new();
    match File::open(path).and_then(|file| file.take(FILE_BYTES_MAX + 1).read_to_string(&mut text)) {
        Ok(_) if text.len() as u64 > FILE_BYTES_MAX => {
            Err(Problem::new("too_long", "", format!("{shown} is longer than {FILE_BYTES_MAX} bytes")))
        }
        Ok(_) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound && !is_named => Ok(None),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            Err(Problem::new("missing_file", "", format!("the configuration file {shown} does not exist"))
                .with_hint("name another file with --config, or omit --config to run without a file"))
        }
        Err(error) => {
            Err(Problem::new("unreadable_file", "", format!("the configuration file {shown} cannot be read: {error}")))
        }
    }
}

/// Parses the text. Each syntax error is a problem; everything that could be parsed is returned nevertheless.
pub(super) fn parse(file: &str, text: &str, problems: &mut Vec<Problem>) -> Node {
    let (table, errors) = DeTable::parse_recoverable(text);
    for error in errors {
        let place = Place::in_text(file, text, error.span().map_or(0, |span| span.start));
        problems.push(Problem::new("bad_syntax", "", format!("not TOML: {}", error.message())).at(Some(place)));
    }
    let whole = Place::in_text(file, text, 0);
    Node::new(Source { file, text }.table(table.get_ref()), whole.clone(), whole)
}

/// Parses a single value, as in `--set key=[1, 2]`.
pub(super) fn parse_value(text: &str, place: &Place) -> Option<Value> {
    let value = DeValue::parse(text).ok()?;
    let mut node = Source { file: "", text }.node(value.get_ref(), 0..0, value.span());
    replace_places(&mut node, place);
    Some(node.value)
}

fn replace_places(node: &mut Node, place: &Place) {
    node.place = place.clone();
    node.key_place = place.clone();
    node.is_verbatim = false;
    match &mut node.value {
        Value::List(members) => members.iter_mut().for_each(|member| replace_places(member, place)),
        Value::Table(entries) => entries.values_mut().for_each(|entry| replace_places(entry, place)),
        Value::Bool(_) | Value::Integer(_) | Value::Float(_) | Value::Text(_) | Value::Untyped(_) => {}
    }
}

struct Source<'a> {
    file: &'a str,
    text: &'a str,
}

impl Source<'_> {
    fn table(&self, table: &DeTable<'_>) -> Value {
        let entry = |(key, value): (&Spanned<_>, &Spanned<DeValue<'_>>)| {
            let key: &Spanned<std::borrow::Cow<'_, str>> = key;
            (key.get_ref().to_string(), self.node(value.get_ref(), key.span(), value.span()))
        };
        Value::Table(table.iter().map(entry).collect::<BTreeMap<_, _>>())
    }

    fn node(&self, value: &DeValue<'_>, key: Range<usize>, span: Range<usize>) -> Node {
        let place = Place::in_text(self.file, self.text, span.start);
        let key_place = Place::in_text(self.file, self.text, key.start);
        let mut is_verbatim = false;
        let value = match value {
            DeValue::String(text) => {
                let raw = self.text.get(span).unwrap_or_default();
                is_verbatim = raw.len() == text.len() + 2 && raw.get(1..raw.len() - 1) == Some(text.as_ref());
                Value::Text(text.to_string())
            }
            // A number that does not fit becomes a text. It is rejected as such, with its original digits.
            DeValue::Integer(integer) => i64::from_str_radix(integer.as_str(), integer.radix())
                .map_or_else(|_| Value::Text(integer.to_string()), Value::Integer),
            DeValue::Float(float) => {
                float.as_str().parse().map_or_else(|_| Value::Text(float.to_string()), Value::Float)
            }
            DeValue::Boolean(truth) => Value::Bool(*truth),
            DeValue::Datetime(time) => Value::Text(time.to_string()),
            DeValue::Array(members) => Value::List(
                members.iter().map(|member| self.node(member.get_ref(), member.span(), member.span())).collect(),
            ),
            DeValue::Table(table) => self.table(table),
        };
        Node { value, key_place, place, is_verbatim, is_skipped: false }
    }
}
