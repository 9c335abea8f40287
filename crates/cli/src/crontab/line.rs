//! One line of a crontab.

/// A line, by its form.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line<'a> {
    Blank,
    /// Text of a comment, without the `#`.
    Comment(&'a str),
    Variable {
        name: &'a str,
        value: &'a str,
    },
    Entry(EntryLine<'a>),
    /// A line that cron refuses: the column from 0, and the reason.
    Bad {
        column: usize,
        reason: &'static str,
    },
}

/// An entry. The parts are slices of the line.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct EntryLine<'a> {
    /// Five fields, or a macro.
    pub(crate) fields: &'a str,
    /// Name of the user, in the system form.
    pub(crate) user: Option<&'a str>,
    pub(crate) command: &'a str,
    /// Whether a `-` before the fields switches logging off.
    pub(crate) is_quiet: bool,
}

const FIELD_COUNT: usize = 5;

pub(crate) fn parse(line: &str, has_user: bool) -> Line<'_> {
    let trimmed = line.trim_start_matches([' ', '\t']).trim_end();
    if trimmed.is_empty() {
        return Line::Blank;
    }
    if let Some(comment) = trimmed.strip_prefix('#') {
        return Line::Comment(comment.trim());
    }
    if let Some((name, value)) = variable(trimmed) {
        return Line::Variable { name, value };
    }
    entry(line, trimmed, has_user)
}

/// Splits `NAME = value`. A quoted value keeps its spaces.
fn variable(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once('=')?;
    let name = name.trim_end();
    let name = unquoted(name).unwrap_or(name);
    if name.is_empty() || name.starts_with('@') || name.contains([' ', '\t', '*', '"', '\'']) {
        return None;
    }
    let value = value.trim();
    Some((name, unquoted(value).unwrap_or(value)))
}

fn unquoted(text: &str) -> Option<&str> {
    let inside = |quote: char| text.strip_prefix(quote)?.strip_suffix(quote);
    inside('"').or_else(|| inside('\''))
}

fn entry<'a>(line: &'a str, trimmed: &'a str, has_user: bool) -> Line<'a> {
    let column = |part: &str| part.as_ptr() as usize - line.as_ptr() as usize;
    let (is_quiet, rest) = match trimmed.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, trimmed),
    };
    let count = match rest.strip_prefix('@') {
        // A macro of other programs, which has a length. Cron refuses it.
        Some(name) if name.starts_with("every ") => 2,
        Some(_) => 1,
        None => FIELD_COUNT,
    };
    let Some((fields, rest)) = split_words(rest, count) else {
        let reason = "expected five fields or a macro, and a command";
        return Line::Bad { column: column(rest), reason };
    };
    let (user, command) = match (has_user, split_words(rest, 1)) {
        (false, _) => (None, rest),
        (true, Some((user, command))) => (Some(user), command),
        (true, None) => {
            return Line::Bad { column: column(rest), reason: "expected the name of a user and a command" };
        }
    };
    if command.starts_with('*') {
        return Line::Bad { column: column(command), reason: "expected a command, found a sixth field" };
    }
    Line::Entry(EntryLine { fields, user, command, is_quiet })
}

/// Splits off some words. Returns `None` if nothing follows them.
fn split_words(text: &str, count: usize) -> Option<(&str, &str)> {
    let is_blank = |c: char| c == ' ' || c == '\t';
    let mut rest = text;
    let mut end = text.len();
    for _ in 0..count {
        let word_end = rest.find(is_blank)?;
        end = text.len() - rest.len() + word_end;
        rest = rest[word_end..].trim_start_matches(is_blank);
    }
    (!rest.is_empty()).then_some((&text[..end], rest))
}

/// Returns whether the text of a comment is an entry that is commented out.
pub(crate) fn is_entry(comment: &str, has_user: bool) -> bool {
    let is_field = |field: &str| field.starts_with(|c: char| c.is_ascii_digit() || c == '*');
    let is_cron = |fields: &str| fields.starts_with('@') || fields.split_ascii_whitespace().take(3).all(is_field);
    matches!(parse(comment, has_user), Line::Entry(entry) if is_cron(entry.fields))
        && !comment.contains("command to be executed")
}

/// Returns the comments above an entry, unless they explain the fields.
pub(crate) fn comment_above(comments: &[&str]) -> Option<String> {
    let text = comments.join("\n");
    let lower = text.to_lowercase();
    let is_legend = ["dow", "day of week", "day of the week", "user-name"].iter().any(|word| lower.contains(word));
    (!text.trim().is_empty() && !is_legend).then(|| text.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry<'a>(fields: &'a str, user: Option<&'a str>, command: &'a str) -> Line<'a> {
        Line::Entry(EntryLine { fields, user, command, is_quiet: false })
    }

    #[test]
    fn every_form_is_recognized() {
        let check = |line, has_user, expected| assert_eq!(parse(line, has_user), expected, "{line:?}");
        check(" \t", false, Line::Blank);
        check("  # a b", false, Line::Comment("a b"));
        check("MAILTO=\"\"", false, Line::Variable { name: "MAILTO", value: "" });
        check("'A' = ' b c '  ", false, Line::Variable { name: "A", value: " b c " });
        check("*/5 * * * * A=b cmd", false, entry("*/5 * * * *", None, "A=b cmd"));
        check("  0\t9 * * 1-5   cmd --x  ", false, entry("0\t9 * * 1-5", None, "cmd --x"));
        check("@daily a=b", false, entry("@daily", None, "a=b"));
        check("0 9 * * * root cmd x", true, entry("0 9 * * *", Some("root"), "cmd x"));
        check("@daily root cmd", true, entry("@daily", Some("root"), "cmd"));
        let quiet = EntryLine { fields: "0 9 * * *", user: None, command: "cmd", is_quiet: true };
        check("-0 9 * * * cmd", false, Line::Entry(quiet));
    }

    #[test]
    fn lines_that_cron_refuses_have_a_column() {
        let check = |line: &str, has_user, expected: usize| {
            let Line::Bad { column, .. } = parse(line, has_user) else { panic!("{line} is accepted") };
            assert_eq!(column, expected, "{line}");
        };
        check("0 9 * *", false, 0);
        check(" 0 9 * * *", false, 1);
        check("@daily", false, 0);
        check("* * * * * * cmd", false, 10);
        check("0 9 * * * root", true, 10);
        check("cmd", false, 0);
    }
}
