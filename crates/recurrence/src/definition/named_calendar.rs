//! Named calendars as written: days off, and what a schedule does with an occurrence on one.

use std::collections::BTreeMap;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::one_or_many::one_or_many;
use super::weekday::Weekday;

/// Calendars by name.
pub type Calendars = BTreeMap<String, NamedCalendar>;

/// Days off: weekdays that are always off, and single dates.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NamedCalendar {
    /// Weekdays that are off every week.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_many")]
    #[cfg_attr(feature = "schema", schema(value_type = super::one_or_many::OneOrMany<Weekday>))]
    pub weekend: Vec<Weekday>,
    /// Dates that are off.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_many")]
    pub dates: Vec<Date>,
}

/// Reference to a named calendar, with its effect on this schedule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct CalendarUse {
    /// Name of the calendar, as a key of the calendars passed to `compile`.
    pub name: String,
    /// What happens to an occurrence on one of the calendar's days off.
    #[serde(default)]
    pub on_day_off: OnDayOff,
}

/// What happens to an occurrence on a day off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum OnDayOff {
    /// The occurrence is dropped.
    #[default]
    Exclude,
    /// The occurrence moves back to the previous business day.
    Previous,
    /// The occurrence moves forward to the next business day.
    Next,
    /// The occurrence moves to the next business day, or to the previous one if the next is in another month.
    ModifiedFollowing,
    /// The occurrence moves to the nearest business day. A tie goes to the previous one.
    Nearest,
}
