//! Hours of the week in which a dispatch rule is active. With `suppress`, the rule mutes actions during these
//! hours.

use jiff::Timestamp;
use jiff::civil::Time;
use jiff::tz::TimeZone;
use refrain_recurrence::Weekday;
use serde::{Deserialize, Serialize};

use crate::error::Error;

use crate::error_code::ErrorCode;

/// A part of some days, in the rule's time zone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct ActiveTime {
    /// Days of the week. Default: every day. A night that begins on one of these days belongs to that day as a
    /// whole.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub days: Vec<Weekday>,
    /// Start time. Default: midnight.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>, pattern = "^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$", example = "22:00"))]
    pub from: Option<Time>,
    /// End time (exclusive). Default: midnight. An end before `from` is on the next day.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>, pattern = "^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$", example = "07:00"))]
    pub to: Option<Time>,
}

impl ActiveTime {
    pub(super) fn check(&self) -> Result<(), Error> {
        if self.from.is_some() && self.from == self.to {
            let problem = format!("an interval from {:?} to the same time is empty", self.from.unwrap_or_default());
            return Err(Error::invalid(ErrorCode::BadValue, problem).with_hint("leave out both for the whole day"));
        }
        Ok(())
    }

    /// Returns whether the interval contains this time.
    pub fn holds(&self, at: Timestamp, zone: &TimeZone) -> bool {
        let local = zone.to_datetime(at);
        let (from, time) = (self.from.unwrap_or(Time::midnight()), local.time());
        let is_on = |weekday: jiff::civil::Weekday| {
            let number = usize::try_from(weekday.to_monday_zero_offset()).unwrap_or_default();
            self.days.is_empty() || self.days.contains(&Weekday::ALL[number])
        };
        let today = local.date().weekday();
        match self.to {
            None => time >= from && is_on(today),
            Some(to) if from < to => time >= from && time < to && is_on(today),
            Some(to) => (time >= from && is_on(today)) || (time < to && is_on(today.previous())),
        }
    }
}
