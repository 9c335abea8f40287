//! Lengths of time as users write them: `90s`, `1h 30m`, `PT15M`, or a bare number of seconds.

use std::fmt;
use std::str::FromStr;

use jiff::{SignedDuration, Span};
use serde::de::{self, Deserializer, Visitor};
use serde::{Deserialize, Serialize, Serializer};

use crate::error::{Error, ErrorCode, quoted};

/// An exact length of elapsed time in whole seconds, not negative.
///
/// It is parsed from text such as `90s`, `1h 30m` or `PT15M`; a day is 24 hours. JSON also accepts a number of
/// seconds. Parsed lengths are at most [`Length::MAX`].
///
/// ```
/// use refrain_recurrence::Length;
///
/// assert_eq!("1h 30m".parse::<Length>()?.seconds(), 5400);
/// assert_eq!(Length::from_seconds(90).to_string(), "1m 30s");
/// # Ok::<(), refrain_recurrence::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Length {
    seconds: i64,
}

impl Length {
    /// Longest length that can be parsed: ten million hours minus one second, more than a thousand years.
    pub const MAX: Self = Self { seconds: 10_000_000 * 3600 - 1 };

    /// Creates a length from a number of seconds. A negative number becomes zero.
    pub const fn from_seconds(seconds: i64) -> Self {
        Self { seconds: if seconds < 0 { 0 } else { seconds } }
    }

    /// Creates a length from user input, which must not exceed [`Length::MAX`].
    fn from_input(seconds: u64) -> Result<Self, Error> {
        let length = i64::try_from(seconds).ok().map(Self::from_seconds).filter(|length| *length <= Self::MAX);
        length.ok_or_else(|| {
            let detail = format!("{seconds} seconds exceed the maximum length of {}", Self::MAX);
            Error::new(ErrorCode::OutOfRange, detail)
        })
    }

    /// Returns the length in seconds.
    pub const fn seconds(self) -> i64 {
        self.seconds
    }

    /// Returns the length as a jiff duration, for arithmetic with instants.
    pub const fn duration(self) -> SignedDuration {
        SignedDuration::from_secs(self.seconds)
    }
}

impl FromStr for Length {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let bad = || {
            Error::new(ErrorCode::BadValue, format!("{} is not a length of time", quoted(text)))
                .with_hint("write it like `90s`, `15m`, `1h 30m` or `PT15M`")
        };
        if text.len() > LENGTH_TEXT_MAX {
            return Err(bad());
        }
        let duration: SignedDuration = match text.trim().parse() {
            Ok(duration) => duration,
            // jiff gives days no fixed length. A length is elapsed time, so a day is 24 hours here.
            Err(_) => text
                .trim()
                .parse::<Span>()
                .ok()
                .and_then(|span| span.to_duration(jiff::SpanRelativeTo::days_are_24_hours()).ok())
                .ok_or_else(bad)?,
        };
        if duration.is_negative() || duration.subsec_nanos() != 0 {
            return Err(Error::new(
                ErrorCode::OutOfRange,
                format!("{} must be a whole, non-negative number of seconds", quoted(text)),
            ));
        }
        Self::from_input(duration.unsigned_abs().as_secs())
    }
}

const LENGTH_TEXT_MAX: usize = 100;

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#}", SignedDuration::from_secs(self.seconds))
    }
}

impl Serialize for Length {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Length {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(LengthVisitor)
    }
}

struct LengthVisitor;

impl Visitor<'_> for LengthVisitor {
    type Value = Length;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a length of time such as \"90s\" or a number of seconds")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Length, E> {
        text.parse().map_err(E::custom)
    }

    fn visit_u64<E: de::Error>(self, seconds: u64) -> Result<Length, E> {
        Length::from_input(seconds).map_err(E::custom)
    }

    fn visit_i64<E: de::Error>(self, seconds: i64) -> Result<Length, E> {
        let seconds = u64::try_from(seconds).map_err(|_| E::custom("a length of time cannot be negative"))?;
        self.visit_u64(seconds)
    }
}

/// Time by which an occurrence precedes a boundary of its period: days by the wall clock, then exact seconds.
///
/// It is parsed from text such as `5d`, `2w` or `1d 12h`. Months and years are rejected, because they have no fixed
/// length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lead {
    pub(crate) days: i64,
    pub(crate) seconds: i64,
}

/// Maximum lead in days. It keeps every search window small.
const LEAD_DAYS_MAX: i64 = 3660;

impl FromStr for Lead {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let bad = || {
            Error::new(ErrorCode::BadValue, format!("{} is not a lead", quoted(text)))
                .with_hint("write it like `5d`, `2w` or `1d 12h`; months and years have no fixed length")
        };
        if text.len() > LENGTH_TEXT_MAX {
            return Err(bad());
        }
        let span: Span = text.trim().parse().map_err(|_| bad())?;
        if span.get_years() != 0 || span.get_months() != 0 || span.is_negative() || span.get_milliseconds() != 0 {
            return Err(bad());
        }
        let days = i64::from(span.get_weeks()) * 7 + i64::from(span.get_days());
        let seconds = i64::from(span.get_hours()) * 3600 + span.get_minutes() * 60 + span.get_seconds();
        if days > LEAD_DAYS_MAX || seconds > LEAD_DAYS_MAX * 86_400 {
            return Err(Error::new(
                ErrorCode::OutOfRange,
                format!("a lead of {} is longer than {LEAD_DAYS_MAX} days", quoted(text)),
            ));
        }
        Ok(Self { days, seconds })
    }
}

impl fmt::Display for Lead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.days, self.seconds) {
            (0, seconds) => write!(f, "{}", Length::from_seconds(seconds)),
            (days, 0) => write!(f, "{days}d"),
            (days, seconds) => write!(f, "{days}d {}", Length::from_seconds(seconds)),
        }
    }
}

impl Serialize for Lead {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Lead {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_read_as_people_write_them() {
        for (text, seconds) in
            [("90s", 90), ("1h 30m", 5400), ("PT15M", 900), ("2d", 172_800), ("1h30m10s", 5410), ("0s", 0)]
        {
            assert_eq!(text.parse::<Length>().unwrap().seconds(), seconds, "{text}");
        }
        for text in ["", "-5s", "soon", "1.5s", "3 fortnights"] {
            assert!(text.parse::<Length>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_length_has_a_maximum() {
        assert_eq!("9999999h 59m 59s".parse(), Ok(Length::MAX));
        for text in ["10000000h", "416667d", "9223372036854775807s"] {
            let error = text.parse::<Length>().unwrap_err();
            assert_eq!(error.code(), ErrorCode::OutOfRange, "{text}");
        }
        assert_eq!(serde_json::from_str::<Length>("35999999999").unwrap(), Length::MAX);
        for json in ["36000000000", "18446744073709551615", "-1"] {
            assert!(serde_json::from_str::<Length>(json).is_err(), "{json}");
        }
    }

    #[test]
    fn lengths_and_leads_survive_printing() {
        for seconds in [0, 1, 59, 60, 3661, 86_400, 1_000_000, Length::MAX.seconds()] {
            let length = Length::from_seconds(seconds);
            assert_eq!(length.to_string().parse::<Length>().unwrap(), length);
        }
        for text in ["5d", "2w", "1d 12h", "30m"] {
            let lead: Lead = text.parse().unwrap();
            assert_eq!(lead.to_string().parse::<Lead>().unwrap(), lead, "{text}");
        }
        assert!("1mo".parse::<Lead>().is_err());
    }
}
