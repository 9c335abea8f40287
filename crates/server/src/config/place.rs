//! The source of a configuration value, precise enough to find and fix it.

use std::fmt;

use serde::Serialize;

/// A position in a file, an environment variable, or a flag.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Place {
    /// A position in a file. Line and column are counted in characters from 1.
    File {
        /// Path of the file, as it was given.
        file: String,
        /// Line number.
        line: usize,
        /// Column number.
        column: usize,
    },
    /// An environment variable.
    Variable {
        /// Name of the variable.
        variable: String,
    },
    /// A command-line flag.
    Flag {
        /// The flag with its dashes, and its key if it has one.
        flag: String,
    },
}

impl Place {
    /// Returns the place of a byte offset in the text of a file.
    pub(super) fn in_text(file: &str, text: &str, byte: usize) -> Self {
        let mut end = byte.min(text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let before = &text[..end];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = before.matches('\n').count() + 1;
        Self::File { file: file.to_owned(), line, column: before[line_start..].chars().count() + 1 }
    }

    /// Returns the place `by` characters further on the same line. Variables and flags have no position and stay
    /// unchanged.
    pub(super) fn moved_right(self, by: usize) -> Self {
        match self {
            Self::File { file, line, column } => Self::File { file, line, column: column + by },
            Self::Variable { .. } | Self::Flag { .. } => self,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File { file, line, column } => write!(f, "{file}:{line}:{column}"),
            Self::Variable { variable } => f.write_str(variable),
            Self::Flag { flag } => f.write_str(flag),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_are_counted_in_characters() {
        let check = |byte, expected: &str| assert_eq!(Place::in_text("f", "é = 1\nab = 2", byte).to_string(), expected);
        check(0, "f:1:1");
        check(1, "f:1:1");
        check(2, "f:1:2");
        check(7, "f:2:1");
        check(9, "f:2:3");
        check(99, "f:2:7");
    }
}
