//! The line of a text that an error is about.

/// Returns the line that contains the column, cut to the width of a terminal, and the caret's position in it from
/// 1.
pub fn excerpt(text: &str, column: usize) -> (String, usize) {
    const BEFORE_MAX: usize = 60;
    const AFTER_MAX: usize = 40;
    let chars: Vec<char> = text.chars().collect();
    let at = column.saturating_sub(1).min(chars.len());
    let line_start = chars[..at].iter().rposition(|c| *c == '\n').map_or(0, |newline| newline + 1);
    let line_end = chars[at..].iter().position(|c| *c == '\n').map_or(chars.len(), |newline| at + newline);
    let start = line_start.max(at.saturating_sub(BEFORE_MAX));
    let end = line_end.min(at + AFTER_MAX);
    let mut shown = String::new();
    let mut caret = at - start + 1;
    if start > line_start {
        shown.push('…');
        caret += 1;
    }
    shown.extend(chars[start..end].iter().map(|c| if c.is_control() { '\u{fffd}' } else { *c }));
    if end < line_end {
        shown.push('…');
    }
    (shown, caret)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caret_is_under_its_column() {
        let check = |text: &str, column, shown: &str, caret| {
            assert_eq!(excerpt(text, column), (shown.to_owned(), caret), "{text:?} {column}");
        };
        check("61 * * * *", 1, "61 * * * *", 1);
        check("0 9 * * MUN", 9, "0 9 * * MUN", 9);
        check("", 1, "", 1);
        check("abc", 99, "abc", 4);
        check("DTSTART:x\nRRULE:y", 17, "RRULE:y", 7);
        check("a\tb", 3, "a\u{fffd}b", 3);
        let long = "x".repeat(500);
        let (shown, caret) = excerpt(&long, 300);
        assert_eq!((shown.chars().count(), caret), (102, 62));
    }
}
