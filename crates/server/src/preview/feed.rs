//! Occurrences as an iCalendar file (RFC 5545): one event each, in UTC, so that every calendar shows the same
//! instants.

use jiff::Timestamp;

/// Content of an iCalendar file.
pub(crate) struct Feed<'a> {
    /// Title of each event.
    pub(crate) summary: &'a str,
    /// Identity of the feed, which distinguishes its events from those of other feeds.
    pub(crate) identity: &'a str,
    /// Creation time of the file, as shown to its readers.
    pub(crate) made_at: Timestamp,
    /// Instant and period key of each event.
    pub(crate) events: &'a [(Timestamp, String)],
}

impl Feed<'_> {
    pub(crate) fn to_text(&self) -> String {
        let mut text = String::new();
        let product = concat!("PRODID:-//Refrain//refrain ", env!("CARGO_PKG_VERSION"), "//EN");
        for content in ["BEGIN:VCALENDAR", "VERSION:2.0", product, "CALSCALE:GREGORIAN"] {
            push_line(&mut text, content);
        }
        for (at, period_key) in self.events {
            push_line(&mut text, "BEGIN:VEVENT");
            // An occurrence keeps its UID every time the file is generated.
            push_line(&mut text, &format!("UID:{:016x}@refrain", hash(&[self.identity, period_key])));
            push_line(&mut text, &format!("DTSTAMP:{}", utc(self.made_at)));
            push_line(&mut text, &format!("DTSTART:{}", utc(*at)));
            push_line(&mut text, &format!("SUMMARY:{}", escaped(self.summary)));
            push_line(&mut text, &format!("DESCRIPTION:{}", escaped(period_key)));
            push_line(&mut text, "END:VEVENT");
        }
        push_line(&mut text, "END:VCALENDAR");
        text
    }
}

fn utc(at: Timestamp) -> String {
    at.strftime("%Y%m%dT%H%M%SZ").to_string()
}

/// Escapes a TEXT value. Four characters have a special meaning; other control characters are dropped.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | ';' | ',' => escaped.extend(['\\', c]),
            '\n' => escaped.push_str("\\n"),
            c if c.is_control() => {}
            c => escaped.push(c),
        }
    }
    escaped
}

/// Appends a content line, folded so that no line is longer than 75 octets, never inside a character.
fn push_line(text: &mut String, content: &str) {
    const OCTETS_MAX: usize = 75;
    let mut octets = 0;
    for c in content.chars() {
        if octets + c.len_utf8() > OCTETS_MAX {
            text.push_str("\r\n ");
            octets = 1;
        }
        text.push(c);
        octets += c.len_utf8();
    }
    text.push_str("\r\n");
}

/// Hashes the parts with FNV-1a, each terminated by a byte that occurs in no text. Calendars store the result, so
/// the function must never change.
fn hash(parts: &[&str]) -> u64 {
    let bytes = parts.iter().flat_map(|part| part.bytes().chain([0xFF]));
    bytes.fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_folded_at_75_octets_and_unfold_to_themselves() {
        for content in ["SUMMARY:short".to_owned(), "x".repeat(75), "x".repeat(76), "é".repeat(200), "日本".repeat(99)]
        {
            let mut text = String::new();
            push_line(&mut text, &content);
            assert!(text.ends_with("\r\n"));
            assert!(text.split("\r\n").all(|line| line.len() <= 75), "{text}");
            assert_eq!(text.replace("\r\n ", "").trim_end_matches("\r\n"), content);
        }
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(escaped("a,b;c\\d\ne\r\0"), "a\\,b\\;c\\\\d\\ne");
    }
}
