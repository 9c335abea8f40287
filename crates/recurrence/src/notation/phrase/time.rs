//! Times of day as people write them: `9:00`, `09:00:30`, `9am`, `9:30 pm`, `17h`, `noon`.

use jiff::civil::Time;

use super::token::Token;
use crate::error::{Error, ErrorCode, quoted};

const RANGE_HINT: &str = "write a time from `00:00` to `23:59`";

/// Whether a word is a time of day by its form. A bare number is not: it may be a day as well.
pub(super) fn is_time(text: &str) -> bool {
    let has_digit = text.starts_with(|c: char| c.is_ascii_digit());
    matches!(text, "noon" | "midday" | "midnight")
        || (has_digit && (text.ends_with("am") || text.ends_with("pm") || text.contains(':')))
}

/// Reads a time. A bare number is an hour of the 24-hour clock.
pub(super) fn parse(token: &Token) -> Result<Time, Error> {
    let text = token.text.as_str();
    let error = |code, message: String| Error::new(code, message).at_column(token.column);
    let bad = || {
        error(ErrorCode::BadValue, format!("{} is not a time of day", quoted(text)))
            .with_hint("write it like `9:00`, `17:30`, `9am` or `noon`")
    };
    let out_of_range = |hint: String| {
        error(ErrorCode::OutOfRange, format!("{} is out of range (00:00:00-23:59:59)", quoted(text))).with_hint(hint)
    };
    match text {
        "noon" | "midday" => return Ok(Time::constant(12, 0, 0, 0)),
        "midnight" => return Ok(Time::midnight()),
        _ => {}
    }
    let (digits, half) = match (text.strip_suffix("am"), text.strip_suffix("pm")) {
        (Some(digits), _) => (digits, Some(0)),
        (None, Some(digits)) => (digits, Some(12)),
        (None, None) => (text.strip_suffix('h').unwrap_or(text), None),
    };
    let mut parts = [0_i8; 3];
    for (count, part) in digits.split(':').enumerate() {
        let is_number = (1..=2).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
        let place = parts.get_mut(count).filter(|_| is_number).ok_or_else(bad)?;
        *place = part.parse().map_err(|_| bad())?;
    }
    let [hour, minute, second] = parts;
    let hour = match half {
        None => hour,
        Some(half) if (1..=12).contains(&hour) => hour % 12 + half,
        Some(_) => return Err(out_of_range(half_day_hint(hour, minute))),
    };
    Time::new(hour, minute, second, 0).map_err(|_| out_of_range(RANGE_HINT.to_owned()))
}

/// What to write instead of an hour that `am` or `pm` cannot follow: `13pm` or `0am`.
fn half_day_hint(hour: i8, minute: i8) -> String {
    if !(0..24).contains(&hour) || !(0..60).contains(&minute) {
        return RANGE_HINT.to_owned();
    }
    let half = if hour < 12 { "am" } else { "pm" };
    let short = if hour % 12 == 0 { 12 } else { hour % 12 };
    let minutes = if minute == 0 { String::new() } else { format!(":{minute:02}") };
    format!("write `{short}{minutes}{half}` or `{hour:02}:{minute:02}`")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token(text: &str) -> Token {
        Token { text: text.to_owned(), raw: text.to_owned(), column: 1 }
    }

    #[test]
    fn times_are_read_as_people_write_them() {
        for (text, expected) in [
            ("9", "09:00:00"),
            ("17h", "17:00:00"),
            ("9:00", "09:00:00"),
            ("09:00:30", "09:00:30"),
            ("9am", "09:00:00"),
            ("12am", "00:00:00"),
            ("12pm", "12:00:00"),
            ("9:30pm", "21:30:00"),
            ("noon", "12:00:00"),
            ("midnight", "00:00:00"),
        ] {
            assert_eq!(parse(&token(text)).unwrap().to_string(), expected, "{text}");
        }
    }

    #[test]
    fn texts_that_no_clock_shows_are_refused() {
        for text in ["", "9:", ":30", "9:00:00:00", "x", "9:0x", "٩:00", "123:00", "am"] {
            assert_eq!(parse(&token(text)).unwrap_err().code(), ErrorCode::BadValue, "{text}");
        }
        for text in ["24:00", "24", "9:60", "13pm", "0am"] {
            assert_eq!(parse(&token(text)).unwrap_err().code(), ErrorCode::OutOfRange, "{text}");
        }
    }
}
