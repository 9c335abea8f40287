//! The text that a document was read from.

use std::sync::Arc;

use crate::problem::Problem;
use crate::source::{Place, Source};
use crate::tree::{Node, NodeValue};

/// The file and the values of a document.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Origin {
    pub(super) source: Arc<Source>,
    pub(super) node: Node,
}

impl Origin {
    pub(super) fn place(&self, path: &str) -> Place {
        self.source.place(self.offset(path))
    }

    pub(super) fn problem(&self, path: &str, code: &'static str, detail: String) -> Problem {
        Problem::at(&self.source, self.offset(path), code, detail)
    }

    /// Returns the position of the value at the end of a path, as far as the path exists.
    fn offset(&self, path: &str) -> usize {
        let mut node = &self.node;
        for step in path.split(['.', '[']).map(|step| step.trim_end_matches(']')).filter(|step| !step.is_empty()) {
            let next = match &node.value {
                NodeValue::List(items) => step.parse::<usize>().ok().and_then(|index| items.get(index)),
                _ => node.get(step),
            };
            match next {
                Some(next) => node = next,
                None => break,
            }
        }
        node.at
    }
}
