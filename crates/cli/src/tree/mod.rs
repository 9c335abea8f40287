//! The values of a YAML, TOML or JSON text as one tree. Every key and value has its byte offset in the text.
//!
//! Input: a [`Source`] and its [`Format`]. Output: one [`Node`] per document of the text, and all syntax errors.
//! Depth, number of values and the expansion of YAML aliases have limits.

mod budget;
mod format;
mod json;
mod node;
mod scalar;
mod toml;
mod yaml;

pub(crate) use self::budget::Budget;
pub use self::budget::Limits;
pub use self::format::Format;
pub use self::node::{Key, Node, NodeValue};

use crate::problem::Problem;
use crate::source::Source;

/// Parses all documents of a text. What could be parsed is returned even if there are errors.
pub(crate) fn parse(source: &Source, format: Format, budget: &mut Budget, problems: &mut Vec<Problem>) -> Vec<Node> {
    match format {
        Format::Yaml => yaml::parse(source, budget, problems),
        Format::Toml => toml::parse(source, budget, problems),
        Format::Json => json::parse(source, budget, problems),
    }
}
