//! Instants in files: in milliseconds, in RFC 3339, or as local times.

use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;

/// Returns an instant of milliseconds since 1970, in whole seconds. Fractions are cut.
pub(super) fn of_milliseconds(milliseconds: i64) -> Option<Timestamp> {
    Timestamp::from_second(milliseconds.div_euclid(1_000)).ok()
}

/// Reads a date and time with its offset, or a local one in a time zone. A `T` or a space may separate them, and a date
/// alone is midnight. Fractions of a second are cut.
pub(super) fn parse(text: &str, zone: &TimeZone) -> Option<Timestamp> {
    let text = text.trim();
    let at = text.parse::<Timestamp>().ok().or_else(|| {
        let local = text.parse::<DateTime>().ok().or_else(|| text.parse::<Date>().ok().map(DateTime::from))?;
        zone.to_timestamp(local).ok()
    })?;
    Timestamp::from_second(at.as_second()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_read() {
        let zone = TimeZone::get("Europe/Berlin").unwrap();
        let check = |text: &str, expected: &str| {
            assert_eq!(parse(text, &zone), Some(expected.parse().unwrap()), "{text}");
        };
        check("2026-07-01T12:00:00Z", "2026-07-01T12:00:00Z");
        check("2026-07-01 12:00:00+02:00", "2026-07-01T10:00:00Z");
        check("2026-07-01 12:00:00.25", "2026-07-01T10:00:00Z");
        check("2026-07-01", "2026-06-30T22:00:00Z");
        assert_eq!(parse("tomorrow", &zone), None);
        assert_eq!(of_milliseconds(1_500), Timestamp::from_second(1).ok());
    }
}
