//! Times in arguments: an instant, a local time, or a distance from now.

use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp};

use crate::exit::Failure;

/// A time in an argument.
#[derive(Clone, Copy, Debug)]
pub(super) enum Moment {
    /// An instant.
    Exact(Timestamp),
    /// A local time, such as `2026-03-01` or `2026-03-01T09:00`.
    Local(DateTime),
    /// A distance from now, such as `2h` or `7 days ago`.
    Distance(Span),
}

impl Moment {
    /// Reads a time.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if text == "now" {
            return Ok(Self::Distance(Span::new()));
        }
        let exact = text.parse().map(Self::Exact);
        let local = |_| text.parse().map(Self::Local);
        let distance = |_| text.parse().map(Self::Distance);
        exact.or_else(local).or_else(distance).map_err(|_: jiff::Error| {
            "expected an instant such as 2026-03-01T09:00:00Z, a date, or a distance such as `2h` or `7d ago`"
                .to_owned()
        })
    }

    /// Returns the instant. A local time is in the time zone.
    pub(super) fn resolve(self, zone: &TimeZone, now: Timestamp) -> Result<Timestamp, Failure> {
        let resolved = match self {
            Self::Exact(at) => Ok(at),
            Self::Local(at) => at.to_zoned(zone.clone()).map(|zoned| zoned.timestamp()),
            Self::Distance(span) => now.to_zoned(zone.clone()).checked_add(span).map(|zoned| zoned.timestamp()),
        };
        resolved.map_err(|error| Failure::usage(format!("the time is out of range: {error}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_instants_local_times_or_distances() {
        let (zone, now) = (TimeZone::get("Europe/Berlin").unwrap(), "2026-03-28T12:00:00Z".parse().unwrap());
        for (text, expected) in [
            ("2026-03-01T09:00:00Z", "2026-03-01T09:00:00Z"),
            ("2026-03-01T09:00:00+01:00", "2026-03-01T08:00:00Z"),
            ("2026-03-01T09:00", "2026-03-01T08:00:00Z"),
            ("2026-07-01", "2026-06-30T22:00:00Z"),
            ("now", "2026-03-28T12:00:00Z"),
            ("2h", "2026-03-28T14:00:00Z"),
            ("90m ago", "2026-03-28T10:30:00Z"),
            // The clocks go forward in the night.
            ("1 day", "2026-03-29T11:00:00Z"),
        ] {
            let at = Moment::parse(text).unwrap().resolve(&zone, now).unwrap();
            assert_eq!(at.to_string(), expected, "{text}");
        }
        for text in ["", "yesterday", "5", "2026-13-01"] {
            assert!(Moment::parse(text).is_err(), "{text}");
        }
    }
}
