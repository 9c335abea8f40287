//! Named calendars of a tenant: saving and removing them. Each change has its entry in the audit.
//!
//! Schedules follow at once: what is planned on a day that is off now is superseded, and what falls on one that no longer is
//! gets its row.

use refrain_recurrence::NamedCalendar;
use serde_json::Value;

use super::orders::is_new;
use super::{Control, OrderChange};
use crate::dispatch::{Order, list_orders};
use crate::error::Error;
use crate::rights::{Right, Rights};
use crate::store::DocumentKind;

impl Control<Rights> {
    /// Saves a calendar, and lets the schedules that use it follow. Should this fail half way, the calendar is saved and saving
    /// it again makes the rest follow.
    ///
    /// # Errors
    /// When the calendar cannot be meant, the tenant has too many, something else was there than expected, or the store cannot
    /// be used.
    pub async fn save_calendar(
        &self,
        change: &OrderChange,
        calendar: &NamedCalendar,
    ) -> Result<Order<NamedCalendar>, Error> {
        self.rights.require(&change.tenant, Right::Edit)?;
        calendar.check(change.name.as_str())?;
        let calendars = list_orders(&*self.store, &change.tenant, DocumentKind::Calendar, read_calendar).await?;
        let saved = self.save_order(change, DocumentKind::Calendar, calendar, is_new(&calendars, change)).await?;
        self.follow_calendar(&change.tenant, &change.name).await?;
        Ok(Order::new(saved, read_calendar))
    }

    /// Removes a calendar. Schedules that use it can no longer be planned until there is one of that name again.
    ///
    /// # Errors
    /// When there is none, something else was there than expected, or the store cannot be used.
    pub async fn remove_calendar(&self, change: &OrderChange) -> Result<(), Error> {
        self.remove_order(change, DocumentKind::Calendar).await
    }
}

/// Reads what the catalog keeps of a calendar.
///
/// # Errors
/// What is wrong with it.
pub fn read_calendar(body: Value) -> Result<NamedCalendar, String> {
    serde_json::from_value(body).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use jiff::Timestamp;
    use refrain_recurrence::Weekday;

    use super::*;
    use crate::audit::By;
    use crate::clock::ManualClock;
    use crate::id::{DocumentName, Tenant};
    use crate::store::Expect;
    use crate::store::model::Model;

    #[tokio::test]
    async fn a_calendar_is_kept_and_one_that_no_schedule_could_use_is_not() {
        let clock = Arc::new(ManualClock::new(Timestamp::UNIX_EPOCH));
        let control = Control::new(Arc::new(Model::new()), clock).acting_as(Rights::all());
        let change = |expect| OrderChange {
            tenant: Tenant::new("default", "acme").unwrap(),
            name: DocumentName::new("work").unwrap(),
            expect,
            by: By::new("alice"),
        };
        let never = NamedCalendar { weekend: Weekday::ALL.to_vec(), dates: Vec::new() };
        assert!(matches!(control.save_calendar(&change(Expect::Any), &never).await, Err(Error::Rule(_))));
        let work = NamedCalendar { weekend: vec![Weekday::Sunday], dates: Vec::new() };
        let saved = control.save_calendar(&change(Expect::New), &work).await.unwrap();
        assert_eq!((saved.version, saved.what), (1, Ok(work)));
        assert!(control.remove_calendar(&change(Expect::Exactly(2))).await.is_err());
        control.remove_calendar(&change(Expect::Exactly(1))).await.unwrap();
        assert!(control.remove_calendar(&change(Expect::Any)).await.is_err());
    }
}
