//! Values for a chain: times of day, which are validated when the chain is finished, and lengths, which are always
//! valid.

use jiff::civil::Time;

use crate::definition::Length;
use crate::error::{Error, ErrorCode};

/// A time of day. An invalid one is stored and reported when the chain is finished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeOfDay(pub(super) Result<Time, Error>);

/// Creates a time of day from its hour, 0 to 23, and minute, 0 to 59. For seconds, pass a [`jiff::civil::Time`].
pub fn time(hour: i64, minute: i64) -> TimeOfDay {
    let valid = i8::try_from(hour).ok().zip(i8::try_from(minute).ok());
    let valid = valid.and_then(|(hour, minute)| Time::new(hour, minute, 0, 0).ok());
    TimeOfDay(valid.ok_or_else(|| {
        Error::new(ErrorCode::OutOfRange, format!("{hour}:{minute:02} is not a time of day"))
            .with_hint("hours are 0 to 23 and minutes 0 to 59")
    }))
}

impl From<Time> for TimeOfDay {
    fn from(time: Time) -> Self {
        Self(Ok(time))
    }
}

/// Creates a length of `n` seconds.
pub fn seconds(n: u32) -> Length {
    Length::from_seconds(i64::from(n))
}

/// Creates a length of `n` minutes.
pub fn minutes(n: u32) -> Length {
    Length::from_seconds(i64::from(n) * 60)
}

/// Creates a length of `n` hours.
pub fn hours(n: u32) -> Length {
    Length::from_seconds(i64::from(n) * 3600)
}

/// Creates a length of `n` days of 24 hours: elapsed time, not calendar days.
pub fn days(n: u32) -> Length {
    Length::from_seconds(i64::from(n) * 86_400)
}
