//! Parses JSON: one value, or several one after the other.
//!
//! Each list and table is split into its members as raw text, so the position of every member is known.

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::budget::{Budget, depth_problem};
use super::node::{Key, Node, NodeValue};
use crate::problem::Problem;
use crate::source::Source;
use crate::text::quoted;

pub(super) fn parse(source: &Source, budget: &mut Budget, problems: &mut Vec<Problem>) -> Vec<Node> {
    let mut nodes = Vec::new();
    let stream = serde_json::Deserializer::from_str(source.text()).into_iter::<&RawValue>();
    let mut reader = Reader { source, budget, problems };
    for raw in stream {
        match raw {
            Ok(raw) => match reader.node(raw.get(), 0) {
                Ok(node) => nodes.push(node),
                Err(problem) => {
                    reader.problems.push(problem);
                    break;
                }
            },
            Err(error) => {
                let start = source.line_start(error.line());
                let skipped: usize =
                    source.text()[start..].chars().take(error.column().saturating_sub(1)).map(char::len_utf8).sum();
                reader.problems.push(syntax_problem(source, start + skipped, &error));
                break;
            }
        }
    }
    nodes
}

struct Reader<'a, 'b> {
    source: &'a Source,
    budget: &'b mut Budget,
    problems: &'b mut Vec<Problem>,
}

impl Reader<'_, '_> {
    /// Reads one value. An error ends the reading of the file, except a repeated key.
    fn node(&mut self, raw: &str, depth: usize) -> Result<Node, Problem> {
        let at = self.offset(raw);
        self.budget.take_value().map_err(|exhausted| self.budget.problem(self.source, at, exhausted))?;
        if raw.starts_with(['[', '{']) && depth >= self.budget.depth_max() {
            return Err(depth_problem(self.source, at, self.budget.depth_max()));
        }
        let bad = |error: serde_json::Error| syntax_problem(self.source, at, &error);
        let value = match raw.as_bytes().first() {
            Some(b'n') => NodeValue::Null,
            Some(b't') => NodeValue::Bool(true),
            Some(b'f') => NodeValue::Bool(false),
            Some(b'"') => NodeValue::Text(serde_json::from_str(raw).map_err(bad)?),
            Some(b'[') => {
                let members: Vec<&RawValue> = serde_json::from_str(raw).map_err(bad)?;
                let items: Result<_, _> = members.iter().map(|member| self.node(member.get(), depth + 1)).collect();
                NodeValue::List(items?)
            }
            Some(b'{') => {
                let RawTable(members) = serde_json::from_str(raw).map_err(bad)?;
                NodeValue::Table(self.entries(&members, depth)?)
            }
            _ => NodeValue::Number(serde_json::from_str(raw).map_err(bad)?),
        };
        Ok(Node { at, value })
    }

    fn entries(&mut self, members: &[(&RawValue, &RawValue)], depth: usize) -> Result<Vec<(Key, Node)>, Problem> {
        let mut entries: Vec<(Key, Node)> = Vec::with_capacity(members.len());
        let mut names = std::collections::BTreeMap::new();
        for (key, value) in members {
            let at = self.offset(key.get());
            let name: String =
                serde_json::from_str(key.get()).map_err(|error| syntax_problem(self.source, at, &error))?;
            let node = self.node(value.get(), depth + 1)?;
            match names.insert(name.clone(), at) {
                None => entries.push((Key { at, name }, node)),
                Some(first) => self.problems.push(repeated_key(self.source, &name, at, first)),
            }
        }
        Ok(entries)
    }

    /// Returns the position of a part of the text.
    fn offset(&self, part: &str) -> usize {
        part.as_ptr() as usize - self.source.text().as_ptr() as usize
    }
}

/// Returns the error of a key that a table has already.
pub(super) fn repeated_key(source: &Source, name: &str, at: usize, first: usize) -> Problem {
    let detail = format!("the key {} is given twice; the first is in line {}", quoted(name), source.place(first).line);
    Problem::at(source, at, "bad_syntax", detail).with_hint("remove one of them")
}

fn syntax_problem(source: &Source, at: usize, error: &serde_json::Error) -> Problem {
    let message = error.to_string();
    let message = message.rfind(" at line ").map_or(message.as_str(), |end| &message[..end]);
    Problem::at(source, at, "bad_syntax", format!("not JSON: {message}"))
}

/// The entries of a table, in order and as text.
struct RawTable<'a>(Vec<(&'a RawValue, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for RawTable<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;
        impl<'de> Visitor<'de> for Entries {
            type Value = Vec<(&'de RawValue, &'de RawValue)>;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a table")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(entries)
            }
        }
        deserializer.deserialize_map(Entries).map(Self)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::tree::Limits;

    fn read(text: &str) -> (Vec<Node>, Vec<Problem>) {
        let mut problems = Vec::new();
        let nodes = parse(&Source::new("f", text), &mut Budget::new(Limits::default()), &mut problems);
        (nodes, problems)
    }

    #[test]
    fn values_keep_their_positions() {
        let (nodes, problems) = read("{\"é\": [1, -2.5, {\"b\": \"x\\n\"}], \"n\": null}\n{} [true]");
        assert_eq!(problems, []);
        assert_eq!(nodes[0].to_json(), json!({"é": [1, -2.5, {"b": "x\n"}], "n": null}));
        assert_eq!(nodes[0].get("é").unwrap().items()[2].at, 17);
        assert_eq!(nodes[0].entries()[1].0, Key { at: 32, name: "n".to_owned() });
        assert_eq!((nodes[1].to_json(), nodes[2].to_json()), (json!({}), json!([true])));
    }

    #[test]
    fn errors_name_their_place() {
        let check = |text: &str, place: &str, part: &str| {
            let (_, problems) = read(text);
            let found: Vec<_> = problems.iter().map(ToString::to_string).collect();
            assert!(found.len() == 1 && found[0].contains(place) && found[0].contains(part), "{text}: {found:?}");
        };
        check("{\"a\": 1,\n \"b\" 2}", "f:2:6", "expected `:`");
        check("{\"a\": 1, \"a\": 2}", "f:1:10", "`a` is given twice");
        check("{\"a\": 1e999}", "f:1:7", "out of range");
        check("{\"a\": nul}", "f:1:", "not JSON");
        check(&format!("{}{}", "[".repeat(40), "]".repeat(40)), "f:1:33", "32 levels");
        check("{} x", "f:1:4", "not JSON");
    }
}
