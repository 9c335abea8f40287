//! Where a value of the configuration came from, as precisely as people need to mend it.

use std::fmt;

use serde::Serialize;

/// A place in a file, a variable of the environment, or a flag.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Place {
    /// In a file; line and column are counted in characters from 1.
    File {
        /// The file as it was named.
        file: String,
        /// The line.
        line: usize,
        /// The column.
        column: usize,
    },
    /// A variable of the environment.
    Variable {
        /// Its name.
        variable: String,
    },
    /// A flag of the command line.
    Flag {
        /// With its dashes, and its key where it has one.
        flag: String,
    },
}

impl Place {
    /// The place of a byte in the text of a file.
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

    /// So many characters further on the same line; elsewhere than in a file there is no further.
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
