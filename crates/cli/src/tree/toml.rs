//! Parses TOML. A file is one table.

use std::ops::Range;

use serde_json::Number;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::budget::{Budget, depth_problem};
use super::node::{Key, Node, NodeValue};
use crate::problem::Problem;
use crate::source::Source;
use crate::text::quoted;

pub(super) fn parse(source: &Source, budget: &mut Budget, problems: &mut Vec<Problem>) -> Vec<Node> {
    let (table, errors) = DeTable::parse_recoverable(source.text());
    for error in errors {
        let at = error.span().map_or(0, |span| span.start);
        problems.push(Problem::at(source, at, "bad_syntax", format!("not TOML: {}", error.message())));
    }
    match (Reader { source, budget }).table(table.get_ref(), 0) {
        Ok(value) => vec![Node { at: 0, value }],
        Err(problem) => {
            problems.push(problem);
            Vec::new()
        }
    }
}

struct Reader<'a, 'b> {
    source: &'a Source,
    budget: &'b mut Budget,
}

impl Reader<'_, '_> {
    fn table(&mut self, table: &DeTable<'_>, depth: usize) -> Result<NodeValue, Problem> {
        let mut entries = Vec::with_capacity(table.len());
        for (key, value) in table {
            let node = self.node(value.get_ref(), value.span(), depth + 1)?;
            entries.push((Key { at: key.span().start, name: key.get_ref().to_string() }, node));
        }
        // The library sorts keys by name.
        entries.sort_by_key(|(key, _)| key.at);
        Ok(NodeValue::Table(entries))
    }

    fn node(&mut self, value: &DeValue<'_>, span: Range<usize>, depth: usize) -> Result<Node, Problem> {
        let at = span.start;
        self.budget.take_value().map_err(|exhausted| self.budget.problem(self.source, at, exhausted))?;
        let bad = |text: String| {
            let detail = format!("{} has no form in JSON", quoted(&text));
            Problem::at(self.source, at, "bad_value", detail).with_hint("write it in quotes")
        };
        let value = match value {
            DeValue::String(text) => NodeValue::Text(text.to_string()),
            DeValue::Integer(integer) => {
                let number = i64::from_str_radix(integer.as_str(), integer.radix());
                NodeValue::Number(number.map_err(|_| bad(integer.to_string()))?.into())
            }
            DeValue::Float(float) => {
                let number = float.as_str().parse().ok().and_then(Number::from_f64);
                NodeValue::Number(number.ok_or_else(|| bad(float.to_string()))?)
            }
            DeValue::Boolean(truth) => NodeValue::Bool(*truth),
            DeValue::Datetime(time) => NodeValue::Text(time.to_string()),
            DeValue::Array(_) | DeValue::Table(_) if depth > self.budget.depth_max() => {
                return Err(depth_problem(self.source, at, self.budget.depth_max()));
            }
            DeValue::Array(members) => {
                let node = |member: &Spanned<DeValue<'_>>| self.node(member.get_ref(), member.span(), depth + 1);
                NodeValue::List(members.iter().map(node).collect::<Result<_, _>>()?)
            }
            DeValue::Table(table) => self.table(table, depth)?,
        };
        Ok(Node { at, value })
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
    fn values_keep_their_order_and_positions() {
        let (nodes, problems) = read("z = 1\na = [0x1F, 1.5, true]\nat = 2026-01-01T00:00:00Z\n[t]\nx = 'y'\n");
        assert_eq!(problems, []);
        let expected = json!({"z": 1, "a": [31, 1.5, true], "at": "2026-01-01T00:00:00Z", "t": {"x": "y"}});
        assert_eq!(nodes[0].to_json(), expected);
        let names: Vec<_> = nodes[0].entries().iter().map(|(key, _)| (key.name.as_str(), key.at)).collect();
        assert_eq!(names, [("z", 0), ("a", 6), ("at", 28), ("t", 55)]);
        assert_eq!(nodes[0].find(&["t", "x"]).unwrap().at, 62);
    }

    #[test]
    fn errors_name_their_place() {
        let check = |text: &str, place: &str, part: &str| {
            let (_, problems) = read(text);
            let found: Vec<_> = problems.iter().map(ToString::to_string).collect();
            assert!(!found.is_empty() && found[0].contains(place) && found[0].contains(part), "{text}: {found:?}");
        };
        check("a = \nb = 1", "f:1:5", "not TOML");
        check("a = nan", "f:1:5", "`nan` has no form");
        check("a = 99999999999999999999", "f:1:5", "no form");
        check("a = 1\na = 2", "f:2:1", "not TOML");
        check(&format!("a = {}{}", "[".repeat(40), "]".repeat(40)), "f:1:", "levels");
    }
}
