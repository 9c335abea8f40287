//! A text in one line.

/// Replaces line breaks and other control characters, which would break a line or control the terminal.
pub fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_become_spaces() {
        assert_eq!(one_line("a\nb\u{1b}[31mc\té"), "a b [31mc é");
    }
}
