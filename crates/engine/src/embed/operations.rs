//! Operations on existing schedules, by their IDs.

use jiff::Timestamp;
use serde::Serialize;
use serde_json::Value;

use super::Refrain;
use super::payload::to_payload;
use crate::control::{Fire, FireResult, ResumeFrom, StaleSchedule};
use crate::error::Error;
use crate::model::{Attempt, Occurrence, OccurrenceId, Schedule};
use crate::store::{ExpectedVersion, ListPage, ListedSchedule, OccurrenceFilter, Page, ScheduleFilter};

impl Refrain {
    /// Returns the schedule with that ID, or `None` if there is none.
    ///
    /// # Errors
    /// Returns an error if the ID is invalid or the store is unavailable.
    pub async fn get(&self, id: &str) -> Result<Option<Schedule>, Error> {
        Ok(self.store().schedule(&self.key(id)?).await?)
    }

    /// Returns the tenant's schedules, ordered by ID. A schedule that cannot be read is listed with the reason.
    ///
    /// # Errors
    /// Returns an error if the filter or the page is invalid, or if the store is unavailable.
    pub async fn list(&self, filter: &ScheduleFilter, page: &Page) -> Result<ListPage<ListedSchedule>, Error> {
        Ok(self.store().schedules(&self.tenant, filter, page).await?)
    }

    /// Returns the occurrences of a schedule, the latest first.
    ///
    /// # Errors
    /// Returns an error if the ID or the page is invalid, or if the store is unavailable.
    pub async fn runs(&self, id: &str, page: &Page) -> Result<ListPage<Occurrence>, Error> {
        let filter = OccurrenceFilter { schedule: Some(self.key(id)?.id), ..OccurrenceFilter::default() };
        Ok(self.store().occurrences(&self.tenant, &filter, page).await?)
    }

    /// Returns one occurrence with its attempts, the first attempt first.
    ///
    /// # Errors
    /// Returns an error if the store is unavailable.
    pub async fn run(&self, id: OccurrenceId) -> Result<Option<(Occurrence, Vec<Attempt>)>, Error> {
        Ok(self.store().occurrence(&self.tenant, id).await?)
    }

    /// Returns up to `count` next run times of a schedule; see [`Control::next`](crate::control::Control::next).
    ///
    /// # Errors
    /// Returns an error if there is no such schedule, or if the store is unavailable.
    pub async fn next(&self, id: &str, count: usize) -> Result<Vec<Timestamp>, Error> {
        self.control().next(&self.key(id)?, count).await
    }

    /// Returns up to `limit` schedules that should have been planned at least a minute ago; see
    /// [`Control::stale`](crate::control::Control::stale).
    ///
    /// # Errors
    /// Returns an error if the store is unavailable.
    pub async fn stale(&self, limit: usize) -> Result<Vec<StaleSchedule>, Error> {
        self.control().stale(&self.tenant, limit).await
    }

    /// Pauses a schedule until it is resumed. Occurrences that fall into the pause are recorded as skipped.
    ///
    /// # Errors
    /// Returns an error if there is no such schedule, if it is canceled, or if the store is unavailable.
    pub async fn pause(&self, id: &str) -> Result<Schedule, Error> {
        self.full_control().pause(&self.key(id)?, ExpectedVersion::Any, None, self.by()).await
    }

    /// Resumes a paused schedule.
    ///
    /// # Errors
    /// Returns an error if there is no such schedule, if it is canceled, or if the store is unavailable.
    pub async fn resume(&self, id: &str, from: ResumeFrom) -> Result<Schedule, Error> {
        self.full_control().resume(&self.key(id)?, ExpectedVersion::Any, from, self.by()).await
    }

    /// Cancels a schedule permanently. Its history stays. The ID can be used again only after the schedule is deleted.
    ///
    /// # Errors
    /// Returns an error if there is no such schedule, if it is already canceled, or if the store is unavailable.
    pub async fn cancel(&self, id: &str) -> Result<Schedule, Error> {
        self.full_control().cancel(&self.key(id)?, ExpectedVersion::Any, self.by()).await
    }

    /// Deletes a schedule. Its ledger rows stay until retention removes them.
    ///
    /// # Errors
    /// Returns an error if there is no such schedule, or if the store is unavailable.
    pub async fn delete(&self, id: &str) -> Result<(), Error> {
        self.full_control().delete(&self.key(id)?, ExpectedVersion::Any, &self.by()).await
    }

    /// Runs a schedule once now, even while it is paused.
    ///
    /// A manual run does not change the schedule's plan. Repeating the same `request` returns the same
    /// occurrence. The handler receives `request` as its correlation ID.
    ///
    /// # Errors
    /// Returns an error if there is no such schedule, if it is canceled, if `request` is empty or too long, or if
    /// the store is unavailable.
    pub async fn fire(&self, id: &str, request: &str) -> Result<FireResult, Error> {
        self.fire_once(id, request, None).await
    }

    /// Runs a schedule once now, with a payload that replaces the payload of the schedule for every attempt of this
    /// run.
    ///
    /// # Errors
    /// Returns the same errors as [`Refrain::fire`]. Also returns an error if the payload is invalid or too large, or
    /// if an earlier `request` of this name had another payload.
    pub async fn fire_with_payload(
        &self,
        id: &str,
        request: &str,
        payload: impl Serialize,
    ) -> Result<FireResult, Error> {
        self.fire_once(id, request, Some(to_payload(payload)?)).await
    }

    async fn fire_once(&self, id: &str, request: &str, payload: Option<Value>) -> Result<FireResult, Error> {
        let fire = Fire {
            key: self.key(id)?,
            request: request.to_owned(),
            discriminator: None,
            correlation_id: Some(request.to_owned()),
            payload,
            by: self.by(),
        };
        self.full_control().fire(fire).await
    }
}
