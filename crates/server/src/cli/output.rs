//! Results of commands, and plain-text tables.

use std::io::{self, Write, stdout};

use crate::config::Problems;
use crate::input::problem::Problem;

/// The output and exit code of a command.
pub(crate) struct Report {
    pub(crate) text: String,
    pub(crate) exit_code: u8,
}

impl Report {
    pub(crate) fn new(text: String) -> Self {
        Self { text, exit_code: 0 }
    }

    /// Creates a report with `value` as indented JSON.
    pub(crate) fn json(value: &impl serde::Serialize) -> Self {
        let text = serde_json::to_string_pretty(value).expect("reports have string keys and always serialize");
        Self::new(text + "\n")
    }
}

/// Reason why a command ended without a report.
pub(crate) enum Failure {
    Input(Problem),
    /// All errors in the configuration.
    Configuration(Box<Problems>),
    /// All errors in other files.
    Files(refrain_cli::Problems),
    Output(io::Error),
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Self::Input(problem)
    }
}

impl From<Problems> for Failure {
    fn from(problems: Problems) -> Self {
        Self::Configuration(Box::new(problems))
    }
}

impl From<refrain_cli::Problems> for Failure {
    fn from(problems: refrain_cli::Problems) -> Self {
        Self::Files(problems)
    }
}

impl Failure {
    /// Returns the text for people.
    pub(crate) fn to_text(&self) -> String {
        match self {
            Self::Input(problem) => problem.render_text(),
            Self::Configuration(problems) => problems.to_string(),
            Self::Files(problems) => problems.to_string(),
            Self::Output(error) => format!("error: the output could not be written: {error}\n"),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// Writes to standard output. A closed pipe is not a failure: the reader has seen enough.
pub(crate) fn write_out(text: &str) -> io::Result<()> {
    let mut out = stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

/// Formats a table. Columns are as wide as their widest cell and two spaces apart. A column without content is
/// omitted.
pub(crate) fn table(header: &[&str], rows: &[Vec<String>]) -> String {
    let width = |index: usize| rows.iter().filter_map(|row| row.get(index)).map(|cell| cell.chars().count()).max();
    let widths: Vec<(usize, usize)> = header
        .iter()
        .enumerate()
        .filter_map(|(index, name)| Some((index, width(index).filter(|width| *width > 0)?.max(name.chars().count()))))
        .collect();
    let header: Vec<String> = header.iter().map(|name| (*name).to_owned()).collect();
    let mut text = String::new();
    for row in std::iter::once(&header).chain(rows) {
        let mut line = String::new();
        for (index, width) in &widths {
            let cell = row.get(*index).map_or("", String::as_str);
            line.push_str(cell);
            line.extend(std::iter::repeat_n(' ', width + 2 - cell.chars().count()));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up_and_empty_ones_are_left_out() {
        let row = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
        let text = table(&["a", "note", "long"], &[row(["1", "", "x"]), row(["wide", "", "y"])]);
        assert_eq!(text, "a     long\n1     x\nwide  y\n");
    }
}
