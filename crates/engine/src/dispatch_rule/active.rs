//! Hours of the week in which a rule counts: with `suppress` they mute, with anything else they switch it on.

use jiff::Timestamp;
use jiff::civil::Time;
use jiff::tz::TimeZone;
use refrain_recurrence::Weekday;
use serde::{Deserialize, Serialize};

use crate::error::Error;

/// A part of some days, by the wall clock of the rule's zone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct ActiveTime {
    /// On which days; every day when none is named. A night that begins on one of them belongs to it as a whole.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub days: Vec<Weekday>,
    /// From when on; from midnight when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>, pattern = "^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$", example = "22:00"))]
    pub from: Option<Time>,
    /// Until when, exclusive; until midnight when absent. Before `from` it is on the day after.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>, pattern = "^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$", example = "07:00"))]
    pub to: Option<Time>,
}

impl ActiveTime {
    pub(super) fn check(&self) -> Result<(), Error> {
        if self.from.is_some() && self.from == self.to {
            let problem = format!("an interval from {:?} to the same time is never", self.from.unwrap_or_default());
            return Err(Error::invalid("bad_value", problem).with_hint("leave out both for the whole day"));
        }
        Ok(())
    }

    /// Whether it is on then.
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
