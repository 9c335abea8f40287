//! Saves and deletes the named calendars of a tenant. Each change is recorded in the audit log.
//!
//! Schedules are replanned immediately: planned occurrences on a new day off are superseded, and a day that is no
//! longer off gets its occurrences.

use refrain_recurrence::NamedCalendar;
use serde_json::Value;

use super::controls::count_if_new;
use super::follow::uses;
use super::{Control, DocumentChange};
use crate::dispatch::{StoredControl, list_controls};
use crate::error::Error;
use crate::model::{DocumentName, ScheduleId, Status, Tenant};
use crate::right::Right;
use crate::rights::Rights;
use crate::store::{DocumentKey, DocumentKind, PAGE_ROWS_MAX, Page, ScheduleFilter};

/// Maximum number of schedules listed in the error when a calendar is in use.
const LISTED_MAX: usize = 20;

impl Control<Rights> {
    /// Saves a calendar, and replans the schedules that use it. If this fails halfway, the calendar is saved, and
    /// saving it again replans the rest.
    ///
    /// # Errors
    /// Returns an error if the calendar is invalid, if the tenant has too many calendars, if the version differs
    /// from the expected one, or if the store is unavailable.
    pub async fn save_calendar(
        &self,
        change: &DocumentChange,
        calendar: &NamedCalendar,
    ) -> Result<StoredControl<NamedCalendar>, Error> {
        self.permit_document(&change.tenant)?;
        calendar.check(change.name.as_str())?;
        let calendars = list_controls(&*self.store, &change.tenant, DocumentKind::Calendar, read_calendar).await?;
        let saved =
            self.save_document(change, DocumentKind::Calendar, calendar, count_if_new(&calendars, change)).await?;
        if !self.is_preview {
            self.replan_for_calendar(&change.tenant, &change.name).await?;
        }
        Ok(StoredControl::new(saved, read_calendar))
    }

    /// Replans the schedules that name a calendar, without writing the calendar. Use it if the calendar is
    /// correct but its schedules may not be, because a node stopped between the two writes.
    ///
    /// # Errors
    /// Returns an error if others keep changing a schedule, or if the store is unavailable.
    pub async fn refresh_calendar(&self, tenant: &Tenant, name: &DocumentName) -> Result<(), Error> {
        self.rights.require(tenant, Right::Edit)?;
        self.replan_for_calendar(tenant, name).await
    }

    /// Deletes a calendar that no schedule names.
    ///
    /// A schedule that is saved at the same instant may still name the calendar. Planning then stops that
    /// schedule with an error until there is a calendar of that name again.
    ///
    /// # Errors
    /// Returns [`Error::CalendarInUse`] with the schedules that name the calendar. Also returns an error if there
    /// is no such calendar, if the version differs from the expected one, or if the store is unavailable.
    pub async fn remove_calendar(&self, change: &DocumentChange) -> Result<(), Error> {
        let DocumentChange { tenant, name, .. } = change;
        self.permit_document(tenant)?;
        let key = DocumentKey { tenant: tenant.clone(), kind: DocumentKind::Calendar, name: name.clone() };
        if self.store.document(&key).await?.is_some() {
            let (schedules, count) = self.users_of_calendar(tenant, name).await?;
            if count > 0 {
                return Err(Error::CalendarInUse { name: name.clone(), schedules, count });
            }
        }
        self.remove_document(change, DocumentKind::Calendar).await
    }

    /// Returns the first schedules that name a calendar and may still be planned or backfilled, and the number of
    /// all such schedules.
    async fn users_of_calendar(&self, tenant: &Tenant, name: &DocumentName) -> Result<(Vec<ScheduleId>, usize), Error> {
        let statuses = vec![Status::Active, Status::Paused, Status::Disabled, Status::Finished];
        let filter = ScheduleFilter { statuses, ..ScheduleFilter::default() };
        let (mut listed, mut count) = (Vec::new(), 0);
        let mut page = Page::first(PAGE_ROWS_MAX);
        loop {
            let read = self.store.schedules(tenant, &filter, &page).await?;
            for schedule in read.rows.into_iter().flatten().filter(|schedule| uses(schedule, name)) {
                count += 1;
                if listed.len() < LISTED_MAX {
                    listed.push(schedule.key.id);
                }
            }
            let Some(next) = read.next else { return Ok((listed, count)) };
            page = Page::after(PAGE_ROWS_MAX, next);
        }
    }
}

/// Parses a calendar from its catalog document.
///
/// # Errors
/// Returns the parse error.
pub fn read_calendar(body: Value) -> Result<NamedCalendar, String> {
    serde_json::from_value(body).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use jiff::Timestamp;
    use refrain_recurrence::Weekday;

    use super::*;
    use crate::clock::ManualClock;
    use crate::model::By;
    use crate::store::ExpectedVersion;
    use crate::store::model::Model;

    #[tokio::test]
    async fn calendar_is_saved_unless_no_schedule_could_use_it() {
        let clock = Arc::new(ManualClock::new(Timestamp::UNIX_EPOCH));
        let control = Control::new(Arc::new(Model::new()), clock).acting_as(Rights::all());
        let change = |expect| DocumentChange {
            tenant: Tenant::new("default", "acme").unwrap(),
            name: DocumentName::new("work").unwrap(),
            expect,
            by: By::new("alice"),
        };
        let never = NamedCalendar { weekend: Weekday::ALL.to_vec(), dates: Vec::new() };
        assert!(matches!(
            control.save_calendar(&change(ExpectedVersion::Any), &never).await,
            Err(Error::Recurrence(_))
        ));
        let work = NamedCalendar { weekend: vec![Weekday::Sunday], dates: Vec::new() };
        let saved = control.save_calendar(&change(ExpectedVersion::New), &work).await.unwrap();
        assert_eq!((saved.version, saved.content), (1, Ok(work)));
        assert!(control.remove_calendar(&change(ExpectedVersion::Exactly(2))).await.is_err());
        control.remove_calendar(&change(ExpectedVersion::Exactly(1))).await.unwrap();
        assert!(control.remove_calendar(&change(ExpectedVersion::Any)).await.is_err());
    }

    #[tokio::test]
    async fn replanning_for_a_calendar_needs_the_right_to_save_it() {
        let clock = Arc::new(ManualClock::new(Timestamp::UNIX_EPOCH));
        let control = Control::new(Arc::new(Model::new()), clock);
        let (acme, other) = (Tenant::new("default", "acme").unwrap(), Tenant::new("default", "other").unwrap());
        let work = DocumentName::new("work").unwrap();
        let editor = control.acting_as(Rights::new([Right::View, Right::Edit]).within(acme.clone()));
        editor.refresh_calendar(&acme, &work).await.unwrap();
        assert_eq!(editor.refresh_calendar(&other, &work).await.unwrap_err().code(), "not_found");
        let viewer = control.acting_as(Rights::new([Right::View]));
        assert_eq!(viewer.refresh_calendar(&acme, &work).await.unwrap_err().code(), "forbidden");
    }
}
