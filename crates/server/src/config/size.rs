//! Sizes in bytes: `256KiB`, `1MiB`, or a plain number.

use std::fmt;
use std::str::FromStr;

use refrain_cli::text::quoted;
use serde::de::{self, Deserializer, Visitor};
use serde::{Deserialize, Serialize, Serializer};

use crate::input::serde_problem::with_hint;

const UNITS: [(&str, u64); 7] = [
    ("GiB", 1 << 30),
    ("MiB", 1 << 20),
    ("KiB", 1 << 10),
    ("GB", 1_000_000_000),
    ("MB", 1_000_000),
    ("kB", 1_000),
    ("B", 1),
];

/// A number of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Size {
    bytes: u64,
}

impl Size {
    pub(super) const fn from_kib(kib: u64) -> Self {
        Self { bytes: kib << 10 }
    }

    /// Returns the number of bytes.
    pub const fn bytes(self) -> u64 {
        self.bytes
    }

    /// Returns the number of bytes as a `usize`.
    pub fn bytes_in_memory(self) -> usize {
        usize::try_from(self.bytes).unwrap_or(usize::MAX)
    }
}

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let advice = "use a form such as `256KiB`, `1MiB` or `500kB`";
        let bad = || with_hint(&format!("{} is not a size", quoted(text)), advice);
        let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, unit) = text.split_at(digits);
        let number: u64 = number.parse().map_err(|_| bad())?;
        let unit = unit.trim();
        let factor = UNITS.iter().find(|(name, _)| name.eq_ignore_ascii_case(unit)).map(|(_, bytes)| *bytes);
        let factor = if unit.is_empty() { Some(1) } else { factor };
        factor.and_then(|factor| number.checked_mul(factor)).map(|bytes| Self { bytes }).ok_or_else(bad)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fits = |(_, bytes): &&(&str, u64)| self.bytes >= *bytes && self.bytes.is_multiple_of(*bytes);
        match UNITS[..3].iter().find(fits) {
            Some((unit, bytes)) => write!(f, "{}{unit}", self.bytes / bytes),
            None => write!(f, "{}B", self.bytes),
        }
    }
}

impl Serialize for Size {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Size {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct SizeVisitor;
        impl Visitor<'_> for SizeVisitor {
            type Value = Size;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a size such as \"256KiB\", or a number of bytes")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Size, E> {
                text.parse().map_err(E::custom)
            }

            fn visit_i64<E: de::Error>(self, bytes: i64) -> Result<Size, E> {
                let bytes = u64::try_from(bytes).map_err(|_| E::invalid_value(de::Unexpected::Signed(bytes), &self))?;
                Ok(Size { bytes })
            }
        }
        deserializer.deserialize_any(SizeVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_parsed_and_round_trip() {
        for (text, bytes, shown) in [
            ("256KiB", 262_144, "256KiB"),
            ("1MiB", 1_048_576, "1MiB"),
            ("1024 kib", 1_048_576, "1MiB"),
            ("500kB", 500_000, "500000B"),
            ("7", 7, "7B"),
            ("0B", 0, "0B"),
        ] {
            let size: Size = text.parse().unwrap();
            assert_eq!((size.bytes(), size.to_string().as_str()), (bytes, shown), "{text}");
            assert_eq!(shown.parse(), Ok(size));
        }
        for text in ["", "KiB", "1.5MiB", "-1", "1 fortnight", "99999999999GiB"] {
            assert!(text.parse::<Size>().is_err(), "{text}");
        }
    }
}
