//! Parses YAML 1.2. Aliases are expanded within the budget, and merge keys (`<<`) are applied.
//!
//! A syntax error ends its document; reading continues with the next one.

use std::collections::BTreeMap;

use granit_parser::{Event, Options, Parser, ScalarStyle, ScanError, Span, Tag, options};

use super::budget::{Budget, depth_problem};
use super::json::repeated_key;
use super::node::{Key, Node, NodeValue};
use super::scalar::plain;
use crate::problem::Problem;
use crate::source::Source;
use crate::text::quoted;

pub(super) fn parse(source: &Source, budget: &mut Budget, problems: &mut Vec<Problem>) -> Vec<Node> {
    let mut parser = Parser::new_from_str_with_options(source.text(), parser_options(budget));
    let mut nodes = Vec::new();
    let mut builder = Builder::new(source, budget);
    loop {
        let problem = match parser.next_event() {
            None => break,
            Some(Ok((Event::DocumentStart(..), _))) => {
                builder.begin();
                None
            }
            Some(Ok((Event::DocumentEnd, _))) => {
                nodes.extend(builder.root.take());
                None
            }
            Some(Ok((event, span))) => builder.take(event, &span).err(),
            Some(Err(error)) => Some(builder.syntax_problem(&error)),
        };
        problems.append(&mut builder.problems);
        let Some(problem) = problem else { continue };
        problems.push(problem);
        builder.begin();
        // The budget is for all files, so there is nothing to continue with.
        if builder.is_exhausted || !parser.proceed_next_document().unwrap_or(false) {
            break;
        }
    }
    nodes
}

fn parser_options(budget: &Budget) -> Options {
    // One level more than allowed, so that the error is ours.
    let depth = budget.depth_max() + 1;
    options! { emit_comments: false, flow_nesting_limit: depth, block_nesting_limit: depth, simple_key_max_lookahead: 1024 }
}

/// A list or table whose end was not read yet.
struct Open {
    at: usize,
    anchor: usize,
    value: OpenValue,
}

enum OpenValue {
    List(Vec<Node>),
    Table {
        entries: Vec<(Key, Node)>,
        /// Position of each name among the entries.
        names: BTreeMap<String, usize>,
        /// Key whose value is read next, and whether that value is merged into the table.
        key: Option<(Key, bool)>,
        /// Tables of merge keys, in order.
        merged: Vec<Node>,
    },
}

struct Builder<'a, 'b> {
    source: &'a Source,
    budget: &'b mut Budget,
    open: Vec<Open>,
    /// Complete values with an anchor.
    anchors: BTreeMap<usize, Node>,
    root: Option<Node>,
    /// Errors that do not end the document.
    problems: Vec<Problem>,
    is_exhausted: bool,
}

/// Name of the key whose tables are merged into the table.
const MERGE_KEY: &str = "<<";

impl<'a, 'b> Builder<'a, 'b> {
    fn new(source: &'a Source, budget: &'b mut Budget) -> Self {
        Self {
            source,
            budget,
            open: Vec::new(),
            anchors: BTreeMap::new(),
            root: None,
            problems: Vec::new(),
            is_exhausted: false,
        }
    }

    /// Begins a document. Anchors are valid only within their own.
    fn begin(&mut self) {
        self.open.clear();
        self.anchors.clear();
        self.root = None;
    }

    fn take(&mut self, event: Event<'_>, span: &Span) -> Result<(), Problem> {
        let at = span.byte_range().map_or(0, |range| range.start);
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                // A key is a text, whatever it looks like.
                let is_key = matches!(self.open.last(), Some(Open { value: OpenValue::Table { key: None, .. }, .. }));
                let is_merge = is_key && style == ScalarStyle::Plain && text == MERGE_KEY;
                let value = if is_key {
                    NodeValue::Text(text.into_owned())
                } else {
                    self.scalar(&text, style, tag.as_deref(), at)?
                };
                self.count_value(at)?;
                self.add(Node { at, value }, anchor)?;
                if let Some(Open { value: OpenValue::Table { key: Some((_, key_is_merge)), .. }, .. }) =
                    self.open.last_mut()
                    && is_merge
                {
                    *key_is_merge = true;
                }
                Ok(())
            }
            Event::SequenceStart(_, anchor, tag) => {
                self.open(at, anchor, tag.as_deref(), "seq", OpenValue::List(Vec::new()))
            }
            Event::MappingStart(_, anchor, tag) => {
                let (entries, names, merged) = (Vec::new(), BTreeMap::new(), Vec::new());
                self.open(at, anchor, tag.as_deref(), "map", OpenValue::Table { entries, names, key: None, merged })
            }
            Event::SequenceEnd | Event::MappingEnd => self.close(),
            Event::Alias(anchor) => self.alias(anchor, at),
            _ => Ok(()),
        }
    }

    fn scalar(&self, text: &str, style: ScalarStyle, tag: Option<&Tag>, at: usize) -> Result<NodeValue, Problem> {
        let bad = |why: &str| Problem::at(self.source, at, "bad_value", format!("{} {why}", quoted(text)));
        let tag = tag.map(|tag| tag.core_suffix().ok_or_else(|| self.tag_problem(tag, at))).transpose()?;
        match (tag, style) {
            (Some("str"), _) => Ok(NodeValue::Text(text.to_owned())),
            (None, ScalarStyle::Plain) => plain(text).map_err(bad),
            (None, _) => Ok(NodeValue::Text(text.to_owned())),
            (Some(tag), _) => {
                let value = plain(text).map_err(bad)?;
                let fits = match &value {
                    NodeValue::Null => tag == "null",
                    NodeValue::Bool(_) => tag == "bool",
                    NodeValue::Number(number) => tag == "float" || (tag == "int" && !number.is_f64()),
                    NodeValue::Text(_) | NodeValue::List(_) | NodeValue::Table(_) => false,
                };
                if fits { Ok(value) } else { Err(bad(&format!("is not of the type !!{tag}"))) }
            }
        }
    }

    fn open(
        &mut self,
        at: usize,
        anchor: usize,
        tag: Option<&Tag>,
        kind: &str,
        value: OpenValue,
    ) -> Result<(), Problem> {
        if let Some(tag) = tag.filter(|tag| !tag.is_yaml_core_schema_tag(kind)) {
            return Err(self.tag_problem(tag, at));
        }
        if self.open.len() >= self.budget.depth_max() {
            return Err(depth_problem(self.source, at, self.budget.depth_max()));
        }
        self.count_value(at)?;
        self.open.push(Open { at, anchor, value });
        Ok(())
    }

    fn close(&mut self) -> Result<(), Problem> {
        let Some(Open { at, anchor, value }) = self.open.pop() else { return Ok(()) };
        let value = match value {
            OpenValue::List(items) => NodeValue::List(items),
            OpenValue::Table { mut entries, names, key: _, merged } => {
                for table in merged {
                    self.merge(&mut entries, &names, table)?;
                }
                NodeValue::Table(entries)
            }
        };
        self.add(Node { at, value }, anchor)
    }

    /// Adds the entries of a merge key that the table does not have itself.
    fn merge(
        &self,
        entries: &mut Vec<(Key, Node)>,
        own: &BTreeMap<String, usize>,
        merged: Node,
    ) -> Result<(), Problem> {
        let tables = match merged {
            Node { value: NodeValue::List(items), .. } => items,
            other => vec![other],
        };
        for table in tables {
            let NodeValue::Table(more) = table.value else {
                let detail = format!("expected a table to merge, found {}", table.kind());
                return Err(Problem::at(self.source, table.at, "bad_value", detail));
            };
            for (key, node) in more {
                let is_new = !own.contains_key(&key.name) && entries.iter().all(|(other, _)| other.name != key.name);
                if is_new {
                    entries.push((key, node));
                }
            }
        }
        Ok(())
    }

    fn alias(&mut self, anchor: usize, at: usize) -> Result<(), Problem> {
        let Some(node) = self.anchors.get(&anchor) else {
            let detail = "the alias is part of the value that it repeats";
            return Err(Problem::at(self.source, at, "bad_syntax", detail));
        };
        let (values, bytes) = node.size();
        if let Err(exhausted) = self.budget.take_alias(values, bytes) {
            self.is_exhausted = true;
            return Err(self.budget.problem(self.source, at, exhausted));
        }
        if self.open.len() + node.depth() > self.budget.depth_max() {
            return Err(depth_problem(self.source, at, self.budget.depth_max()));
        }
        let node = node.clone();
        self.add(node, 0)
    }

    /// Adds a complete value to the list or table that contains it.
    fn add(&mut self, node: Node, anchor: usize) -> Result<(), Problem> {
        let source = self.source;
        if anchor != 0 {
            // The copy is part of the tree, like the value of an alias.
            let (values, bytes) = node.size();
            if let Err(exhausted) = self.budget.take_alias(values, bytes) {
                self.is_exhausted = true;
                return Err(self.budget.problem(self.source, node.at, exhausted));
            }
            self.anchors.insert(anchor, node.clone());
        }
        let Some(open) = self.open.last_mut() else {
            self.root = Some(node);
            return Ok(());
        };
        match &mut open.value {
            OpenValue::List(items) => items.push(node),
            OpenValue::Table { key: key @ None, .. } => match node.value {
                NodeValue::Text(name) => *key = Some((Key { at: node.at, name }, false)),
                _ => {
                    let detail = format!("expected a text as the key, found {}", node.kind());
                    return Err(Problem::at(source, node.at, "bad_syntax", detail));
                }
            },
            OpenValue::Table { entries, names, key, merged } => {
                let Some((key, is_merge)) = key.take() else { return Ok(()) };
                match names.get(&key.name) {
                    _ if is_merge => merged.push(node),
                    Some(first) => {
                        let first = entries[*first].0.at;
                        self.problems.push(repeated_key(source, &key.name, key.at, first));
                    }
                    None => {
                        names.insert(key.name.clone(), entries.len());
                        entries.push((key, node));
                    }
                }
            }
        }
        Ok(())
    }

    fn count_value(&mut self, at: usize) -> Result<(), Problem> {
        self.budget.take_value().map_err(|exhausted| {
            self.is_exhausted = true;
            self.budget.problem(self.source, at, exhausted)
        })
    }

    fn tag_problem(&self, tag: &Tag, at: usize) -> Problem {
        let detail = format!("the tag {} is not supported here", quoted(&tag.original()));
        Problem::at(self.source, at, "bad_syntax", detail).with_hint("leave the tag out")
    }

    fn syntax_problem(&self, error: &ScanError) -> Problem {
        let at = error.marker().byte_offset().unwrap_or(0);
        Problem::at(self.source, at, "bad_syntax", format!("not YAML: {}", error.info()))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::tree::Limits;

    fn read(text: &str) -> (Vec<Node>, Vec<String>) {
        let mut problems = Vec::new();
        let nodes = parse(&Source::new("f", text), &mut Budget::new(Limits::default()), &mut problems);
        (nodes, problems.iter().map(ToString::to_string).collect())
    }

    #[track_caller]
    fn check(text: &str, expected: &Value) {
        let (nodes, problems) = read(text);
        assert_eq!(problems, Vec::<String>::new(), "{text}");
        assert_eq!(Value::Array(nodes.iter().map(Node::to_json).collect()), *expected, "{text}");
    }

    #[track_caller]
    fn check_error(text: &str, place: &str, part: &str) {
        let (_, problems) = read(text);
        assert!(
            problems.len() == 1 && problems[0].contains(place) && problems[0].contains(part),
            "{text}: {problems:?}"
        );
    }

    #[test]
    fn documents_are_read_one_after_the_other() {
        check("a: 1\n---\n- x\n- 'no'\n- no\n---\n...\n", &json!([{"a": 1}, ["x", "no", "no"], null]));
        check("", &json!([]));
        check("# nothing\n", &json!([]));
        check("\u{feff}a: |\n  x\n  y\nb: >-\n  x\n  y\n", &json!([{"a": "x\ny\n", "b": "x y"}]));
        check("1: a\ntrue: b\n'c d': e\n", &json!([{"1": "a", "true": "b", "c d": "e"}]));
        check("a: !!str 12\nb: !!float 1\n", &json!([{"a": "12", "b": 1}]));
        check("{\"a\": [1, \"\\u00e9\"]}", &json!([{"a": [1, "é"]}]));
    }

    #[test]
    fn values_and_keys_keep_their_positions() {
        let (nodes, _) = read("a: 1\né:\n  - b: [x, \"y\"]\n");
        let list = nodes[0].get("é").unwrap();
        assert_eq!(nodes[0].entries()[1].0.at, 5);
        assert_eq!(list.items()[0].entries()[0].0.at, 13);
        let items: Vec<usize> = list.items()[0].get("b").unwrap().items().iter().map(|node| node.at).collect();
        assert_eq!(items, [17, 20]);
    }

    #[test]
    fn aliases_and_merge_keys_are_expanded() {
        check("a: &x {k: 1}\nb: *x\n", &json!([{"a": {"k": 1}, "b": {"k": 1}}]));
        check(
            "base: &base {a: 1, b: 2}\nown:\n  <<: *base\n  b: 3\nboth:\n  <<: [*base, {b: 9, c: 4}]\n",
            &json!([{"base": {"a": 1, "b": 2}, "own": {"b": 3, "a": 1}, "both": {"a": 1, "b": 2, "c": 4}}]),
        );
    }

    #[test]
    fn errors_name_their_place_and_end_only_their_document() {
        let (nodes, problems) = read("a: [1\n---\nb: 2\n---\nc: 'x\n---\nd: 4\n");
        assert_eq!(nodes.iter().map(Node::to_json).collect::<Vec<_>>(), [json!({"b": 2}), json!({"d": 4})]);
        assert!(problems.len() == 2 && problems[1].contains("f:6:1"), "{problems:?}");
        check_error("a: 1\n b: 2\n", "f:2:", "not YAML");
        check_error("a: 1\na: 2\n", "f:2:1", "line 1");
        check_error("a: !secret x\n", "f:1:", "`!secret` is not supported");
        check_error("a: 99999999999999999999\n", "f:1:4", "too large");
        check_error("a: *b\n", "f:1:4", "not YAML");
        check_error("a: &a [*a]\n", "f:1:8", "part of the value");
        check_error("[a]: 1\n", "f:1:", "as the key, found a list");
        check_error("a: {<<: 1}\n", "f:1:9", "table to merge");
        check_error("a: !!int x\n", "f:1:", "`x` is not of the type !!int");
    }

    #[test]
    fn depth_values_and_aliases_have_limits() {
        check_error(&"- ".repeat(200), "f:1:", "levels");
        check_error(&"[".repeat(100_000), "f:1:", "e");
        let mut laughs = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
        for level in 1..10 {
            let aliases = vec![format!("*a{}", level - 1); 10].join(", ");
            laughs.push_str(&format!("a{level}: &a{level} [{aliases}]\n"));
        }
        check_error(&laughs, "f:", "the aliases repeat more than 100000 values");
        let long = format!("a: &a {}\nb: [{}]\n", "x".repeat(1_000_000), ["*a"; 9].join(", "));
        check_error(&long, "f:2:", "8388608 bytes");
        let mut problems = Vec::new();
        let limits = Limits { values_max: 3, ..Limits::default() };
        parse(&Source::new("f", "[1, 2, 3]\n---\n1\n"), &mut Budget::new(limits), &mut problems);
        assert_eq!(problems.len(), 1);
        assert!(problems[0].detail.contains("more than 3 values"), "{problems:?}");
    }
}
