//! What a program asks of schedules that exist, by their ids.

use jiff::Timestamp;

use super::Refrain;
use crate::attempt::Attempt;
use crate::control::{Fire, Fired, ResumeFrom, Stale};
use crate::error::Error;
use crate::id::OccurrenceId;
use crate::occurrence::Occurrence;
use crate::schedule::Schedule;
use crate::store::{Expect, Listed, OccurrenceFilter, Page, Paged, ScheduleFilter};

impl Refrain {
    /// The schedule of that id; none when there is none.
    ///
    /// # Errors
    /// When that is no id, or the store cannot be used.
    pub async fn get(&self, id: &str) -> Result<Option<Schedule>, Error> {
        Ok(self.store().schedule(&self.key(id)?).await?)
    }

    /// The tenant's schedules, in order of id, each as it is or with what is wrong with it.
    ///
    /// # Errors
    /// When the filter or the page does not hold, or the store cannot be used.
    pub async fn list(&self, filter: &ScheduleFilter, page: &Page) -> Result<Paged<Listed>, Error> {
        Ok(self.store().schedules(&self.tenant, filter, page).await?)
    }

    /// The occurrences of a schedule, the latest first.
    ///
    /// # Errors
    /// When that is no id, the page does not hold, or the store cannot be used.
    pub async fn runs(&self, id: &str, page: &Page) -> Result<Paged<Occurrence>, Error> {
        let filter = OccurrenceFilter { schedule: Some(self.key(id)?.id), ..OccurrenceFilter::default() };
        Ok(self.store().occurrences(&self.tenant, &filter, page).await?)
    }

    /// One occurrence with its attempts, the first attempt first.
    ///
    /// # Errors
    /// When the store cannot be used.
    pub async fn run(&self, id: OccurrenceId) -> Result<Option<(Occurrence, Vec<Attempt>)>, Error> {
        Ok(self.store().occurrence(&self.tenant, id).await?)
    }

    /// When a schedule fires next, so many times at most; see [`Control::next`](crate::control::Control::next).
    ///
    /// # Errors
    /// When there is no such schedule, or the store cannot be used.
    pub async fn next(&self, id: &str, count: usize) -> Result<Vec<Timestamp>, Error> {
        self.control().next(&self.key(id)?, count).await
    }

    /// Schedules that should have been planned a minute ago or earlier; see
    /// [`Control::stale`](crate::control::Control::stale).
    ///
    /// # Errors
    /// When the store cannot be used.
    pub async fn stale(&self, limit: usize) -> Result<Vec<Stale>, Error> {
        self.control().stale(&self.tenant, limit).await
    }

    /// Lets a schedule rest until it is resumed. What would have fired meanwhile is recorded as skipped.
    ///
    /// # Errors
    /// When there is no such schedule, it has ended for good, or the store cannot be used.
    pub async fn pause(&self, id: &str) -> Result<Schedule, Error> {
        self.acting().pause(&self.key(id)?, Expect::Any, None, self.by()).await
    }

    /// Lets it go on.
    ///
    /// # Errors
    /// When there is no such schedule, it has ended for good, or the store cannot be used.
    pub async fn resume(&self, id: &str, from: ResumeFrom) -> Result<Schedule, Error> {
        self.acting().resume(&self.key(id)?, Expect::Any, from, self.by()).await
    }

    /// Ends a schedule for good. Its history stays, and its id can only be used again after it was deleted.
    ///
    /// # Errors
    /// When there is no such schedule, it has ended for good, or the store cannot be used.
    pub async fn cancel(&self, id: &str) -> Result<Schedule, Error> {
        self.acting().cancel(&self.key(id)?, Expect::Any, self.by()).await
    }

    /// Removes a schedule. Its ledger stays until it is pruned.
    ///
    /// # Errors
    /// When there is no such schedule, or the store cannot be used.
    pub async fn delete(&self, id: &str) -> Result<(), Error> {
        self.acting().delete(&self.key(id)?, Expect::Any, &self.by()).await
    }

    /// Fires a schedule once by hand, also while it is paused. It moves no schedule, and the same request again is the same
    /// occurrence. The request's name reaches the handler as its correlation id.
    ///
    /// # Errors
    /// When there is no such schedule, it has ended for good, the request's name is empty or too long, or the store cannot
    /// be used.
    pub async fn fire(&self, id: &str, request: &str) -> Result<Fired, Error> {
        let fire = Fire {
            key: self.key(id)?,
            request: request.to_owned(),
            discriminator: None,
            correlation_id: Some(request.to_owned()),
            by: self.by(),
        };
        self.acting().fire(fire).await
    }
}
