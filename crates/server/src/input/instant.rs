//! Parses instants.
//!
//! A text with an offset is an instant by itself. A civil time without an offset is interpreted in the given time
//! zone.

use jiff::Timestamp;
use jiff::civil::DateTime;
use refrain_cli::text::quoted;
use refrain_recurrence::{ErrorCode, time_zone};

use super::problem::Problem;

/// Earliest supported instant, in seconds since 1970.
pub(crate) const FIRST: i64 = -62_135_596_800; // 0001-01-01T00:00:00Z

/// Parses `2026-01-05T09:00:00Z`, an instant with an offset, or a civil time such as `2026-01-05T09:00` or
/// `2026-01-05`.
pub(crate) fn parse(text: &str, timezone: &str) -> Result<Timestamp, Problem> {
    const TEXT_MAX: usize = 100;
    if text.len() <= TEXT_MAX {
        if let Ok(at) = text.parse::<Timestamp>() {
            return if at.as_second() >= FIRST { Ok(at) } else { Err(out_of_years(text, "before the year 1")) };
        }
        if let Some(at) = parse_civil(text, timezone)? {
            return Ok(at);
        }
        if has_a_year_beyond_four_digits(text) {
            return Err(out_of_years(text, "outside the years 1 to 9999"));
        }
    }
    Err(Problem::new(ErrorCode::BadValue, format!("{} is not a valid instant", quoted(text)))
        .at_column(1)
        .with_hint("use a form such as `2026-01-31T09:00:00Z`, `2026-01-31T09:00:00+02:00` or `2026-01-31T09:00`"))
}

fn parse_civil(text: &str, timezone: &str) -> Result<Option<Timestamp>, Problem> {
    let without_zulu = text.strip_suffix(['Z', 'z']);
    let Ok(civil) = without_zulu.unwrap_or(text).parse::<DateTime>() else { return Ok(None) };
    if civil.year() < 1 {
        return Err(out_of_years(text, "before the year 1"));
    }
    if without_zulu.is_some() && civil.year() < 9999 {
        return Ok(None);
    }
    let zone = time_zone(timezone)?;
    // A search from the last day of 9999 has a valid answer, "none", although no instant can represent it.
    Ok(Some(zone.to_timestamp(civil).unwrap_or(Timestamp::MAX)))
}

fn out_of_years(text: &str, how: &str) -> Problem {
    Problem::new(ErrorCode::OutOfRange, format!("{} is {how}", quoted(text))).at_column(1)
}

fn has_a_year_beyond_four_digits(text: &str) -> bool {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let digits = unsigned.bytes().take_while(u8::is_ascii_digit).count();
    digits > 4 && unsigned.as_bytes().get(digits) == Some(&b'-')
}

/// Returns whether a text starts like a date rather than like cron fields.
pub(crate) fn looks_like_one(text: &str) -> bool {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let digits = unsigned.bytes().take_while(u8::is_ascii_digit).count();
    let rest = &unsigned.as_bytes()[digits..];
    digits >= 4 && rest.first() == Some(&b'-') && rest.get(1).is_some_and(u8::is_ascii_digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_with_and_without_offset_is_read() {
        let check = |text, timezone, expected: &str| {
            assert_eq!(parse(text, timezone).unwrap().to_string(), expected, "{text}");
        };
        check("2026-01-05T09:00:00Z", "Europe/Berlin", "2026-01-05T09:00:00Z");
        check("2026-01-05T09:00:00+02:00", "UTC", "2026-01-05T07:00:00Z");
        check("2026-01-05T09:00", "Europe/Berlin", "2026-01-05T08:00:00Z");
        check("2026-01-05", "+05:30", "2026-01-04T18:30:00Z");
        check("2026-03-29T02:30", "Europe/Berlin", "2026-03-29T01:30:00Z");
        check("0001-01-01T00:00:00Z", "UTC", "0001-01-01T00:00:00Z");
        check("9999-12-31T23:59:59Z", "UTC", &Timestamp::MAX.to_string());
        check("9999-12-31", "UTC", &Timestamp::MAX.to_string());
    }

    #[test]
    fn invalid_instants_are_rejected_with_a_code() {
        let check = |text: &str, code| assert_eq!(parse(text, "UTC").unwrap_err().code, code, "{text}");
        check("", ErrorCode::BadValue);
        check("soon", ErrorCode::BadValue);
        check("2026-13-01T00:00:00Z", ErrorCode::BadValue);
        check("2026-02-30T00:00:00Z", ErrorCode::BadValue);
        check(&"1".repeat(10_000), ErrorCode::BadValue);
        check("10000-01-01T00:00:00Z", ErrorCode::OutOfRange);
        check("+010000-01-01T00:00:00Z", ErrorCode::OutOfRange);
        check("-000044-03-15T00:00:00Z", ErrorCode::OutOfRange);
        check("0000-03-15", ErrorCode::OutOfRange);
        assert_eq!(parse("2026-01-05", "Mars").unwrap_err().code, ErrorCode::UnknownZone);
    }
}
