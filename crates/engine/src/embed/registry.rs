//! Registry of the schedules that a program's code defines.
//!
//! Registered schedules are saved to the store under their IDs and updated in place when the code changes. On
//! request, schedules that the code no longer defines are deleted.

use std::sync::PoisonError;

use jiff::Timestamp;

use super::Refrain;
use super::draft::{Draft, HasAction, HasRecurrence};
use crate::error::Error;
use crate::error_code::ErrorCode;
use crate::model::{Definition, Schedule, ScheduleId, Source};
use crate::store::{Page, ScheduleFilter};

/// Schedules of one tenant that are defined in code, returned by [`Refrain::registry`]. All registries of a node
/// share the same schedules.
///
/// ```
/// # use refrain::{Failure, Refrain, RunContext};
/// # async fn send(_: RunContext, to: String) -> Result<(), Failure> { Ok(()) }
/// # async fn sweep(_: RunContext, days: u32) -> Result<(), Failure> { Ok(()) }
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Failure> {
/// let refrain = Refrain::open("memory:").await?;
/// let registry = refrain.registry();
/// registry.register(refrain.schedule("digest").every(1).days().at(9, 0).run_fn(send, "ann@example.com")).await?;
/// registry.register(refrain.schedule("sweep").cron("@hourly").run_fn(sweep, 30)).await?;
/// let gone = registry.prune().await?; // deletes schedules that only an earlier version registered
/// assert_eq!((registry.count(), gone.len()), (2, 0));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Registry {
    refrain: Refrain,
}

impl Refrain {
    /// Returns the registry of the schedules that this program's code defines.
    pub fn registry(&self) -> Registry {
        Registry { refrain: self.clone() }
    }
}

impl Registry {
    /// Registers a schedule. A schedule that is already in the store from an earlier run of the program is
    /// updated in place. It keeps its history, counters and status and, if its recurrence is unchanged, its next
    /// run time.
    ///
    /// # Errors
    /// Returns the error `duplicate` if this program has registered another definition under the same ID. Also
    /// returns an error if the definition is invalid or the store is unavailable.
    pub async fn register<Step, Sent>(&self, draft: Draft<Step, Sent>) -> Result<Schedule, Error>
    where
        Step: HasRecurrence,
        Sent: HasAction,
    {
        let finished = draft.finish()?;
        let (key, definition) = (finished.key.clone(), finished.definition.clone());
        if key.tenant != self.refrain.tenant {
            let problem = format!("schedule {key} does not belong to the registry's tenant, {}", self.refrain.tenant);
            return Err(Error::invalid(ErrorCode::BadValue, problem).with_hint("use the registry of the same handle"));
        }
        let kept = |registry: &Self| registry.with(|all| all.get(&key).cloned());
        if kept(self).is_some_and(|other| other != definition) {
            let problem = "this program has already registered another definition";
            let duplicate =
                Error::invalid(ErrorCode::Duplicate, problem).with_hint("give one of the schedules another ID");
            return Err(duplicate.with_schedule(&key.id));
        }
        let schedule = finished.save(self.refrain.full_control(), Source::Code).await?;
        self.with(|all| all.insert(key.clone(), definition));
        Ok(schedule)
    }

    /// Registers a schedule that the program cannot work without.
    ///
    /// # Panics
    /// Panics if the schedule cannot be registered.
    pub async fn must_register<Step, Sent>(&self, draft: Draft<Step, Sent>) -> Schedule
    where
        Step: HasRecurrence,
        Sent: HasAction,
    {
        match self.register(draft).await {
            Ok(schedule) => schedule,
            Err(error) => panic!("a schedule could not be registered: {error}"),
        }
    }

    /// Returns the definition that this program registered under an ID.
    pub fn get(&self, id: &str) -> Option<Definition> {
        let key = self.refrain.key(id).ok()?;
        self.with(|all| all.get(&key).cloned())
    }

    /// Returns all schedules that this program registered for the tenant, ordered by ID.
    pub fn list(&self) -> Vec<(ScheduleId, Definition)> {
        let tenant = &self.refrain.tenant;
        self.with(|all| {
            let own = all.iter().filter(|(key, _)| key.tenant == *tenant);
            own.map(|(key, definition)| (key.id.clone(), definition.clone())).collect()
        })
    }

    /// Returns the number of schedules that this program registered for the tenant.
    pub fn count(&self) -> usize {
        self.with(|all| all.keys().filter(|key| key.tenant == self.refrain.tenant).count())
    }

    /// Returns the first run time of a schedule after an instant, or `None` if there is none.
    ///
    /// # Errors
    /// Returns an error if there is no such schedule, or if the store is unavailable.
    pub async fn next_run(&self, id: &str, after: Timestamp) -> Result<Option<Timestamp>, Error> {
        self.refrain.control().next_after(&self.refrain.key(id)?, after).await
    }

    /// Deletes the tenant's schedules that were registered by code but not by this program, and returns their IDs.
    ///
    /// Call it after everything is registered. Do not call it where programs with different schedules share a tenant.
    ///
    /// # Errors
    /// Returns an error if the store is unavailable. Some schedules may already have been deleted by then.
    pub async fn prune(&self) -> Result<Vec<ScheduleId>, Error> {
        let mut gone = Vec::new();
        let mut page = Page::first(crate::store::PAGE_ROWS_MAX);
        loop {
            let found = self.refrain.list(&ScheduleFilter::default(), &page).await?;
            // A schedule that cannot be read does not reveal its source, so it is left to a person.
            for schedule in found.rows.into_iter().flatten() {
                if schedule.source == Source::Code && self.get(schedule.key.id.as_str()).is_none() {
                    self.refrain.delete(schedule.key.id.as_str()).await?;
                    gone.push(schedule.key.id);
                }
            }
            match found.next {
                Some(cursor) => page.after = Some(cursor),
                None => return Ok(gone),
            }
        }
    }

    fn with<T>(
        &self,
        work: impl FnOnce(&mut std::collections::BTreeMap<crate::model::ScheduleKey, Definition>) -> T,
    ) -> T {
        work(&mut self.refrain.shared.registered.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
