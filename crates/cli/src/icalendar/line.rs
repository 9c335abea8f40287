//! Content lines: unfolds the lines of a file and splits each into its name, parameters and value.

use super::{CalendarFileError, shown};

/// A content line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// Line number in the file, counted from 1.
    pub(crate) number: usize,
    /// Name in upper case.
    pub(crate) name: String,
    /// Parameters, with their names in upper case.
    pub(crate) parameters: Vec<(String, String)>,
    /// Value, unmodified.
    pub(crate) value: String,
}

impl Line {
    /// Returns the value of a parameter.
    pub(crate) fn parameter(&self, name: &str) -> Option<&str> {
        self.parameters.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// Creates an error about this line.
    pub(crate) fn error(&self, problem: &str) -> CalendarFileError {
        CalendarFileError::new(self.number, format!("{} {} {problem}", self.name, shown(&self.value)))
    }
}

/// Parses all lines of a file. Empty lines are skipped.
pub(crate) fn lines(text: &str) -> Result<Vec<Line>, CalendarFileError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut unfolded: Vec<(usize, String)> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        match (line.strip_prefix([' ', '\t']), unfolded.last_mut()) {
            (Some(rest), Some((_, before))) => before.push_str(rest),
            (Some(_), None) => return Err(CalendarFileError::new(index + 1, "the first line is a continuation line")),
            (None, _) => unfolded.push((index + 1, line.to_owned())),
        }
    }
    unfolded.iter().filter(|(_, line)| !line.trim().is_empty()).map(|(number, line)| read(*number, line)).collect()
}

fn read(number: usize, line: &str) -> Result<Line, CalendarFileError> {
    let colon = outside_quotes(line, ':').next();
    let Some(colon) = colon else {
        return Err(CalendarFileError::new(
            number,
            format!("{} has no colon, so it is not an iCalendar line", shown(line)),
        ));
    };
    let (head, value) = (&line[..colon], &line[colon + 1..]);
    let mut parts = split(head, ';').into_iter();
    let name = parts.next().unwrap_or_default().trim().to_ascii_uppercase();
    let is_name =
        |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    if !is_name(&name) {
        return Err(CalendarFileError::new(number, format!("{} does not start with a name", shown(line))));
    }
    let mut parameters = Vec::new();
    for part in parts {
        let Some((name, value)) = part.split_once('=') else {
            return Err(CalendarFileError::new(number, format!("the parameter {} has no value", shown(part))));
        };
        parameters.push((name.trim().to_ascii_uppercase(), value.trim_matches('"').to_owned()));
    }
    Ok(Line { number, name, parameters, value: value.trim_end_matches('\r').to_owned() })
}

/// Returns the positions of a character outside of quotes.
fn outside_quotes(text: &str, wanted: char) -> impl Iterator<Item = usize> {
    let mut is_quoted = false;
    text.char_indices().filter_map(move |(index, c)| {
        is_quoted ^= c == '"';
        (c == wanted && !is_quoted).then_some(index)
    })
}

fn split(text: &str, at: char) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut from = 0;
    for index in outside_quotes(text, at) {
        parts.push(&text[from..index]);
        from = index + at.len_utf8();
    }
    parts.push(&text[from..]);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folded_lines_are_unfolded_and_keep_their_number() {
        let read =
            lines("BEGIN:VEVENT\r\nSUMMARY;LANGUAGE=de:Tag der\r\n  Arbeit\r\n\r\nX-A;B=\"c:d;e\":f:g\r\n").unwrap();
        assert_eq!((read[1].value.as_str(), read[1].number), ("Tag der Arbeit", 2));
        assert_eq!((read[2].number, read[2].parameter("B"), read[2].value.as_str()), (5, Some("c:d;e"), "f:g"));
    }

    #[test]
    fn invalid_lines_are_rejected_with_their_number() {
        for (text, number) in [(" a:b", 1), ("A:b\nnothing", 2), ("A:b\n:c", 2), ("A:b\nC;D:e", 2)] {
            assert_eq!(lines(text).unwrap_err().line, number, "{text}");
        }
    }
}
