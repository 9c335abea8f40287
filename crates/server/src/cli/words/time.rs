//! Parses times of day as people write them: `9:00`, `09:00:30`, `9am`, `9:30 pm`, `noon`.

use jiff::civil::Time;
use refrain_recurrence::ErrorCode;

use crate::cli::problem::{Problem, quoted};

/// Parses a time in lower case.
pub(super) fn parse(text: &str) -> Result<Time, Problem> {
    let bad = || {
        Problem::new(ErrorCode::BadValue, format!("{} is not a time of day", quoted(text)))
            .with_hint("use a form such as `9:00`, `17:30`, `9am` or `noon`")
    };
    match text {
        "noon" | "midday" => return Ok(Time::constant(12, 0, 0, 0)),
        "midnight" => return Ok(Time::midnight()),
        _ => {}
    }
    let (digits, half) = match (text.strip_suffix("am"), text.strip_suffix("pm")) {
        (Some(digits), _) => (digits, Some(0)),
        (None, Some(digits)) => (digits, Some(12)),
        (None, None) => (text, None),
    };
    let mut parts = [0_i8; 3];
    let mut count = 0;
    for part in digits.split(':') {
        let is_number = (1..=2).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
        let place = parts.get_mut(count).filter(|_| is_number).ok_or_else(bad)?;
        *place = part.parse().map_err(|_| bad())?;
        count += 1;
    }
    // A bare `9` could also be a day.
    if count == 1 && half.is_none() {
        return Err(bad());
    }
    let [hour, minute, second] = parts;
    let hour = match half {
        None => hour,
        Some(half) if (1..=12).contains(&hour) => hour % 12 + half,
        Some(_) => return Err(out_of_range(text)),
    };
    Time::new(hour, minute, second, 0).map_err(|_| out_of_range(text))
}

fn out_of_range(text: &str) -> Problem {
    Problem::new(ErrorCode::OutOfRange, format!("{} is out of range (00:00:00-23:59:59)", quoted(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_people_write_them() {
        for (text, expected) in [
            ("9:00", "09:00:00"),
            ("09:00:30", "09:00:30"),
            ("9am", "09:00:00"),
            ("12am", "00:00:00"),
            ("12pm", "12:00:00"),
            ("9:30pm", "21:30:00"),
            ("noon", "12:00:00"),
            ("midnight", "00:00:00"),
        ] {
            assert_eq!(parse(text).unwrap().to_string(), expected, "{text}");
        }
    }

    #[test]
    fn invalid_times_of_day_are_rejected() {
        for text in ["", "9", "9:", ":30", "9:00:00:00", "x", "9:0x", "٩:00", "123:00", "am"] {
            assert_eq!(parse(text).unwrap_err().code, ErrorCode::BadValue, "{text}");
        }
        for text in ["24:00", "9:60", "13pm", "0am"] {
            assert_eq!(parse(text).unwrap_err().code, ErrorCode::OutOfRange, "{text}");
        }
    }
}
