//! Quotes input in messages.

/// Quotes a text for a message: shortened, with control characters made visible.
pub fn quoted(text: &str) -> String {
    format!("`{}`", shortened(text, 40))
}

/// Shortens a text to `chars_max` characters, with control characters made visible.
pub fn shortened(text: &str, chars_max: usize) -> String {
    let mut shown = String::new();
    for (index, c) in text.chars().enumerate() {
        if index == chars_max {
            shown.push('…');
            break;
        }
        if c.is_control() { shown.extend(c.escape_debug()) } else { shown.push(c) }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_text_is_shortened_and_control_characters_escaped() {
        assert_eq!(quoted("a\nb"), "`a\\nb`");
        assert!(quoted(&"9".repeat(1_000)).chars().count() < 50);
    }
}
