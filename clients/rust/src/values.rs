//! Values of fields that have no type in the standard library or in jiff.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

const SECONDS_PER_MINUTE: u64 = 60;
const SECONDS_PER_HOUR: u64 = 3_600;

/// A length of time in whole seconds, the resolution of the API.
///
/// A [`Duration`] with a fraction of a second is rounded up. The text form is that of the API, such as `1h 30m`.
///
/// ```
/// use std::time::Duration;
///
/// use refrain_client::Seconds;
///
/// assert_eq!(Seconds::from(Duration::from_secs(90)).to_string(), "1m 30s");
/// assert_eq!("1h 30m".parse(), Ok(Seconds(5_400)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seconds(pub u64);

impl Seconds {
    /// Returns the length as a [`Duration`].
    pub const fn as_duration(self) -> Duration {
        Duration::from_secs(self.0)
    }
}

impl From<Duration> for Seconds {
    fn from(length: Duration) -> Self {
        Self(length.as_secs().saturating_add(u64::from(length.subsec_nanos() > 0)))
    }
}

impl From<Seconds> for Duration {
    fn from(length: Seconds) -> Self {
        length.as_duration()
    }
}

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            (self.0 / SECONDS_PER_HOUR, 'h'),
            (self.0 % SECONDS_PER_HOUR / SECONDS_PER_MINUTE, 'm'),
            (self.0 % SECONDS_PER_MINUTE, 's'),
        ];
        let mut is_first = true;
        for (count, unit) in parts.into_iter().filter(|(count, _)| *count > 0) {
            write!(f, "{}{count}{unit}", if is_first { "" } else { " " })?;
            is_first = false;
        }
        if is_first { f.write_str("0s") } else { Ok(()) }
    }
}

/// A text that is not a length of time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidSeconds(String);

impl fmt::Display for InvalidSeconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a length of time such as `90s` or `1h 30m`, found {:?}", self.0)
    }
}

impl std::error::Error for InvalidSeconds {}

impl FromStr for Seconds {
    type Err = InvalidSeconds;

    fn from_str(text: &str) -> Result<Self, InvalidSeconds> {
        let invalid = || InvalidSeconds(text.to_owned());
        let mut total = 0_u64;
        for part in text.split_whitespace() {
            let unit = match part.chars().last() {
                Some('h') => SECONDS_PER_HOUR,
                Some('m') => SECONDS_PER_MINUTE,
                Some('s') => 1,
                Some(_) | None => return Err(invalid()),
            };
            let count: u64 = part[..part.len() - 1].parse().map_err(|_| invalid())?;
            total = count.checked_mul(unit).and_then(|length| total.checked_add(length)).ok_or_else(invalid)?;
        }
        if text.trim().is_empty() { Err(invalid()) } else { Ok(Self(total)) }
    }
}

impl Serialize for Seconds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Seconds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::String(text) => text.parse().map_err(D::Error::custom),
            Value::Number(number) if number.as_u64().is_some() => Ok(Self(number.as_u64().unwrap_or_default())),
            other => Err(D::Error::custom(format!("expected a length of time, found {other}"))),
        }
    }
}

/// A list that JSON may write as its only item. It is always written as a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OneOrMany<T>(pub Vec<T>);

impl<T: Serialize> Serialize for OneOrMany<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for OneOrMany<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let values = if let Value::Array(values) = value { values } else { vec![value] };
        let items = values.into_iter().map(serde_json::from_value).collect::<Result<_, _>>();
        items.map(Self).map_err(D::Error::custom)
    }
}

/// Reads an alternative of a type whose alternatives have different shapes.
pub(crate) fn read_member<T: DeserializeOwned, E: serde::de::Error>(value: &Value) -> Result<T, E> {
    T::deserialize(value).map_err(E::custom)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_written_as_the_server_writes_them() {
        for (seconds, text) in [(0, "0s"), (59, "59s"), (60, "1m"), (3_661, "1h 1m 1s"), (7_200, "2h")] {
            assert_eq!(Seconds(seconds).to_string(), text);
            assert_eq!(text.parse(), Ok(Seconds(seconds)));
        }
        assert_eq!("90s".parse(), Ok(Seconds(90)));
    }

    #[test]
    fn an_invalid_length_is_named() {
        for text in ["", "1", "s", "1d", "-1s", "1.5h", "99999999999999999999h"] {
            let error = text.parse::<Seconds>().unwrap_err().to_string();
            assert!(error.contains(&format!("{text:?}")), "{error}");
        }
    }

    #[test]
    fn a_fraction_of_a_second_is_rounded_up() {
        assert_eq!(Seconds::from(Duration::from_millis(1)), Seconds(1));
        assert_eq!(Seconds::from(Duration::from_millis(2_000)), Seconds(2));
    }

    #[test]
    fn a_single_item_is_a_list_of_one() {
        let read = |text: &str| serde_json::from_str::<OneOrMany<i64>>(text).unwrap().0;
        assert_eq!(read("7"), [7]);
        assert_eq!(read("[7, 8]"), [7, 8]);
        assert_eq!(serde_json::to_string(&OneOrMany(vec![7])).unwrap(), "[7]");
    }
}
