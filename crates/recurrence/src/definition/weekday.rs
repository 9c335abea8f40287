//! Days of the week by name.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use crate::error::{nearest, quoted};

/// A day of the week. JSON accepts the English name or its first two or three letters, in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each variant is its own name")]
pub enum Weekday {
    Monday,
    Tuesday,
    Wednesday,
    Thursday,
    Friday,
    Saturday,
    Sunday,
}

impl<'de> Deserialize<'de> for Weekday {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let is_name =
            |name: &str| [2, 3, name.len()].contains(&text.len()) && name[..text.len()].eq_ignore_ascii_case(&text);
        Self::ALL.into_iter().find(|day| is_name(day.name())).ok_or_else(|| {
            let names = Self::ALL.map(Self::name);
            let near = nearest(&text, names).map_or(String::new(), |near| format!(", did you mean {near}?"));
            D::Error::custom(format!("{} is not a weekday{near}", quoted(&text)))
        })
    }
}

impl Weekday {
    /// All weekdays, Monday first.
    pub const ALL: [Self; 7] =
        [Self::Monday, Self::Tuesday, Self::Wednesday, Self::Thursday, Self::Friday, Self::Saturday, Self::Sunday];

    /// Returns the English name, capitalized.
    pub fn name(self) -> &'static str {
        match self {
            Self::Monday => "Monday",
            Self::Tuesday => "Tuesday",
            Self::Wednesday => "Wednesday",
            Self::Thursday => "Thursday",
            Self::Friday => "Friday",
            Self::Saturday => "Saturday",
            Self::Sunday => "Sunday",
        }
    }

    /// Returns the number of the weekday, 0 for Sunday to 6 for Saturday, as `Day::weekday` does.
    pub(crate) fn sunday_zero(self) -> u8 {
        (self as u8 + 1) % 7
    }
}
