//! Texts and numbers in YAML. A text without quotes is one that no YAML parser reads as anything else.

use std::fmt::Write as _;

use serde_json::Number;

/// Words that YAML 1.1 or 1.2 reads as null or as a bool, in any case.
const RESERVED: &[&str] = &["null", "true", "false", "yes", "no", "on", "off", "y", "n"];
/// Maximum length of a key without quotes. YAML limits keys on one line to 1,024 characters.
const KEY_CHARS_MAX: usize = 1_000;

/// Returns whether YAML allows the character in a text without escaping it, and no parser takes it for a line break.
pub(super) fn is_printable(c: char) -> bool {
    matches!(c, ' '..='~' | '\u{a0}'..='\u{2027}' | '\u{202a}'..='\u{d7ff}' | '\u{e000}'..='\u{fefe}')
        || matches!(c, '\u{ff00}'..='\u{fffd}' | '\u{10000}'..='\u{10ffff}')
}

/// Returns the key of a table. A very long key is written in the form for complex keys.
pub(super) fn key(name: &str) -> String {
    let written = flow(name);
    if written.chars().count() > KEY_CHARS_MAX { format!("? {written}\n") } else { written }
}

/// Returns a text on one line.
pub(super) fn flow(text: &str) -> String {
    if is_plain(text) {
        return text.to_owned();
    }
    let is_simple = text.chars().all(is_printable);
    if is_simple && !text.contains(['"', '\\']) {
        format!("\"{text}\"")
    } else if is_simple && !text.contains('\'') {
        format!("'{text}'")
    } else {
        escaped(text)
    }
}

/// Returns the header of a text that is written as a block, or `None` for a text on one line.
pub(super) fn block_header(text: &str) -> Option<&'static str> {
    let body = text.trim_end_matches('\n');
    let breaks = text.len() - body.len();
    let is_block = body.contains('\n')
        // The first line determines the indentation of the block.
        && !body.starts_with(['\n', ' ', '\t'])
        && body.split('\n').all(|line| line.chars().all(is_printable) && (line.is_empty() || !line.trim().is_empty()));
    match (is_block, breaks) {
        (true, 0) => Some("|-"),
        (true, 1) => Some("|"),
        _ => None,
    }
}

/// Returns whether a text without quotes is the same text for every parser.
fn is_plain(text: &str) -> bool {
    let starts_well = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/' || c == '_');
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || " /_-.,:+@()=$%*".contains(c);
    starts_well
        && text.chars().all(is_allowed)
        && !text.ends_with([' ', ':'])
        && !text.contains(": ")
        && !RESERVED.contains(&text.to_ascii_lowercase().as_str())
}

fn escaped(text: &str) -> String {
    let mut written = String::with_capacity(text.len() + 2);
    written.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => written.extend(['\\', c]),
            '\n' => written.push_str("\\n"),
            '\r' => written.push_str("\\r"),
            '\t' => written.push_str("\\t"),
            c if is_printable(c) => written.push(c),
            c => {
                let code = u32::from(c);
                let _ = match code {
                    0..=0xff => write!(written, "\\x{code:02X}"),
                    0x100..=0xffff => write!(written, "\\u{code:04X}"),
                    _ => write!(written, "\\U{code:08X}"),
                };
            }
        }
    }
    written.push('"');
    written
}

/// Returns a number. YAML 1.1 reads an exponent only after a point, and with its sign.
pub(super) fn number(number: &Number) -> String {
    let text = number.to_string();
    let Some((mantissa, exponent)) = text.split_once('e') else { return text };
    let point = if mantissa.contains('.') { "" } else { ".0" };
    let sign = if exponent.starts_with(['-', '+']) { "" } else { "+" };
    format!("{mantissa}{point}e{sign}{exponent}")
}
