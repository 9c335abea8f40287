//! The values a chain takes: times of day, which may be wrong until the end, and lengths, which cannot be.

use jiff::civil::Time;

use crate::error::{Error, ErrorCode};
use crate::length::Length;

/// A time of day. One that does not exist is kept, and reported when the chain ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeOfDay(pub(super) Result<Time, Error>);

/// A time of day from its hour, 0 to 23, and minute, 0 to 59. For seconds, hand over a [`jiff::civil::Time`].
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

/// A length of so many seconds.
pub fn seconds(n: u32) -> Length {
    Length::from_seconds(i64::from(n))
}

/// A length of so many minutes.
pub fn minutes(n: u32) -> Length {
    Length::from_seconds(i64::from(n) * 60)
}

/// A length of so many hours.
pub fn hours(n: u32) -> Length {
    Length::from_seconds(i64::from(n) * 3600)
}

/// A length of so many days of 24 hours: elapsed time, not days on the wall.
pub fn days(n: u32) -> Length {
    Length::from_seconds(i64::from(n) * 86_400)
}
