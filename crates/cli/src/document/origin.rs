//! The text that a document was read from.

use std::borrow::Cow;
use std::sync::Arc;

use crate::problem::Problem;
use crate::source::{Place, Source};
use crate::tree::{Node, NodeValue};

/// Part of a field that an error is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldPart {
    /// The name of the field.
    Name,
    /// The value.
    Value,
    /// A character of the value, which is a text, counted from 1.
    Character(usize),
}

/// The file and the values of a document.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Origin {
    pub(super) source: Arc<Source>,
    pub(super) node: Node,
}

impl Origin {
    pub(super) fn place(&self, path: &str) -> Place {
        self.source.place(self.offset(path, FieldPart::Value))
    }

    pub(super) fn problem(&self, path: &str, part: FieldPart, code: Cow<'static, str>, detail: String) -> Problem {
        Problem::at(&self.source, self.offset(path, part), code, detail)
    }

    /// Returns the position of the part of the field at the end of a path, as far as the path exists.
    fn offset(&self, path: &str, part: FieldPart) -> usize {
        let (mut node, mut key_at) = (&self.node, self.node.at);
        for step in path.split(['.', '[']).map(|step| step.trim_end_matches(']')).filter(|step| !step.is_empty()) {
            let next = match &node.value {
                NodeValue::List(items) => {
                    step.parse::<usize>().ok().and_then(|index| items.get(index)).map(|item| (item.at, item))
                }
                _ => {
                    let entry = node.entries().iter().find(|(key, _)| key.name == step);
                    entry.map(|(key, value)| (key.at, value))
                }
            };
            match next {
                Some((at, next)) => (key_at, node) = (at, next),
                None => return node.at,
            }
        }
        match part {
            FieldPart::Name => key_at,
            FieldPart::Value => node.at,
            FieldPart::Character(column) => node.at + self.within(node.at, column).unwrap_or_default(),
        }
    }

    /// Returns the distance of a character from the start of its text, if the text is on one line without escapes.
    fn within(&self, at: usize, column: usize) -> Option<usize> {
        let written = self.source.text().get(at..)?;
        let quote = written.chars().next().filter(|first| ['"', '\''].contains(first));
        let line = written.lines().next()?;
        let before: String = line.chars().skip(usize::from(quote.is_some())).take(column.checked_sub(1)?).collect();
        let is_plain =
            !line.starts_with(['|', '>']) && !before.contains('\\') && !quote.is_some_and(|q| before.contains(q));
        is_plain.then_some(before.len() + usize::from(quote.is_some()))
    }
}
