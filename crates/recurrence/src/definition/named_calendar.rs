//! Named calendars as written: days off, and what a schedule does with an occurrence on one.

use std::collections::BTreeMap;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::one_or_many::one_or_many;
use super::weekday::Weekday;

/// Named calendars, by the name that [`CalendarUse::name`] refers to.
pub type Calendars = BTreeMap<String, NamedCalendar>;

/// A calendar of days off: weekdays that are always off, and single dates.
///
/// A definition refers to a calendar by name, so that many definitions can share it. The calendars themselves are
/// passed to [`CompiledRecurrence::compile`](crate::CompiledRecurrence::compile) in a [`Context`](crate::Context).
///
/// ```
/// use refrain_recurrence::Weekday::{Saturday, Sunday};
/// use refrain_recurrence::{Calendars, Context, NamedCalendar, OnDayOff, CompiledRecurrence, builder};
///
/// let work = NamedCalendar { weekend: vec![Saturday, Sunday], dates: vec!["2026-05-01".parse()?] };
/// let calendars = Calendars::from([("work".to_owned(), work)]);
/// let spec = builder::every_month().on_day(1).at(9, 0).calendar("work", OnDayOff::Next).in_zone("Europe/Berlin")?;
/// let rule = CompiledRecurrence::compile(&spec, &Context { calendars: Some(&calendars), ..Context::default() })?;
/// let next = rule.next_after("2026-04-15T00:00:00Z".parse()?).expect("every month has a business day");
/// assert_eq!(next.at().to_string(), "2026-05-04T07:00:00Z"); // May 1 is a day off, May 4 is a Monday
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(description = "Days off: weekdays that are always off, and single dates."))]
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
