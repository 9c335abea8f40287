//! A named text, and the places in it.

use std::fmt;

use serde::Serialize;

/// A text with the name of its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    name: String,
    text: String,
    /// Byte offsets at which the lines start. The first is 0.
    line_starts: Vec<usize>,
}

/// A position in a file. Line and column are counted in characters from 1.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Place {
    /// Name of the file, as it was given.
    pub file: String,
    /// Line number.
    pub line: usize,
    /// Column number.
    pub column: usize,
}

impl Source {
    /// Creates a source. A byte order mark at the beginning of the text is removed.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let mut text: String = text.into();
        if text.starts_with('\u{feff}') {
            text.drain(..'\u{feff}'.len_utf8());
        }
        let line_starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Self { name: name.into(), text, line_starts }
    }

    /// Returns the name of the file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the place of a byte offset.
    pub fn place(&self, at: usize) -> Place {
        let line = self.line_index(at);
        let start = self.line_starts[line];
        let end = self.text.floor_char_boundary(at).max(start);
        Place { file: self.name.clone(), line: line + 1, column: self.text[start..end].chars().count() + 1 }
    }

    /// Returns the byte offset of the first character of a line. Lines are counted from 1.
    pub fn line_start(&self, line: usize) -> usize {
        self.line_starts.get(line.saturating_sub(1)).copied().unwrap_or(self.text.len())
    }

    /// Returns the line that contains a byte offset, without its line break.
    pub(crate) fn line_at(&self, at: usize) -> &str {
        let line = self.line_index(at);
        let end = self.line_starts.get(line + 1).copied().unwrap_or(self.text.len());
        self.text[self.line_starts[line]..end].trim_end_matches(['\n', '\r'])
    }

    fn line_index(&self, at: usize) -> usize {
        self.line_starts.partition_point(|start| *start <= at).saturating_sub(1)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_are_counted_in_characters() {
        let source = Source::new("f", "\u{feff}é = 1\r\nab = 2");
        let check = |at, expected: &str| assert_eq!(source.place(at).to_string(), expected, "{at}");
        check(0, "f:1:1");
        check(1, "f:1:1");
        check(2, "f:1:2");
        check(8, "f:2:1");
        check(10, "f:2:3");
        check(99, "f:2:7");
        assert_eq!(source.line_at(3), "é = 1");
        assert_eq!((source.line_at(10), source.line_start(2)), ("ab = 2", 8));
        assert_eq!(Source::new("f", "").place(0).to_string(), "f:1:1");
    }
}
