//! The schedules that a program's code defines. They are written to the store under their ids, updated in place when the
//! code changes, and removed when it no longer has them, if the program asks for that.

use std::sync::PoisonError;

use jiff::Timestamp;
use refrain_recurrence::builder::{Chain, Complete};

use super::Refrain;
use super::draft::{Draft, Sends};
use crate::control::Save;
use crate::definition::Definition;
use crate::error::Error;
use crate::id::ScheduleId;
use crate::schedule::{Schedule, Source};
use crate::store::{Expect, Page, ScheduleFilter};

/// Schedules from code, of one tenant. Made by [`Refrain::registry`]; all of one node know the same ones.
///
/// ```
/// # use refrain::{Failure, Refrain};
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Failure> {
/// let refrain = Refrain::open("memory:").await?;
/// let registry = refrain.registry();
/// registry.register(refrain.schedule("digest").every(1).days().at(9, 0).handler("send", ())).await?;
/// registry.register(refrain.schedule("sweep").cron("@hourly").handler("sweep", ())).await?;
/// let gone = registry.prune().await?; // what an earlier version of this program registered
/// assert_eq!((registry.count(), gone.len()), (2, 0));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Registry {
    refrain: Refrain,
}

impl Registry {
    pub(super) fn new(refrain: Refrain) -> Self {
        Self { refrain }
    }

    /// Registers a schedule. The store may know it from an earlier run of the program: then it is updated in place, and
    /// keeps its history, its counters, its status and, where the rule is the same, its next time.
    ///
    /// # Errors
    /// `duplicate` when this program has registered another definition under the id, whatever is wrong with the
    /// definition, or that the store cannot be used.
    pub async fn register<Step: Complete>(&self, draft: Draft<Chain<Step>, Sends>) -> Result<Schedule, Error> {
        let (key, definition) = draft.finish()?;
        if key.tenant != self.refrain.tenant {
            let problem = format!("schedule {key} is of another tenant than the registry, {}", self.refrain.tenant);
            return Err(Error::invalid("bad_value", problem).with_hint("take the registry of the same handle"));
        }
        let kept = |registry: &Self| registry.with(|all| all.get(&key).cloned());
        if kept(self).is_some_and(|other| other != definition) {
            let problem = format!("schedule {} is registered already, with another definition", key.id);
            return Err(Error::invalid("duplicate", problem).with_hint("give one of the two another id"));
        }
        let save = Save {
            key: key.clone(),
            expect: Expect::Any,
            definition: definition.clone(),
            source: Source::Code,
            by: self.refrain.by(),
        };
        let schedule = self.refrain.acting().save(save).await?;
        self.with(|all| all.insert(key.clone(), definition));
        Ok(schedule)
    }

    /// The same for schedules without which the program makes no sense.
    ///
    /// # Panics
    /// When it cannot be registered.
    pub async fn must_register<Step: Complete>(&self, draft: Draft<Chain<Step>, Sends>) -> Schedule {
        match self.register(draft).await {
            Ok(schedule) => schedule,
            Err(error) => panic!("a schedule could not be registered: {error}"),
        }
    }

    /// What this program registered under an id.
    pub fn get(&self, id: &str) -> Option<Definition> {
        let key = self.refrain.key(id).ok()?;
        self.with(|all| all.get(&key).cloned())
    }

    /// Everything that this program registered for the tenant, in order of id.
    pub fn list(&self) -> Vec<(ScheduleId, Definition)> {
        let tenant = &self.refrain.tenant;
        self.with(|all| {
            let own = all.iter().filter(|(key, _)| key.tenant == *tenant);
            own.map(|(key, definition)| (key.id.clone(), definition.clone())).collect()
        })
    }

    /// How many schedules this program registered for the tenant.
    pub fn count(&self) -> usize {
        self.with(|all| all.keys().filter(|key| key.tenant == self.refrain.tenant).count())
    }

    /// When a schedule fires first after an instant; none when it does not.
    ///
    /// # Errors
    /// When there is no such schedule, or the store cannot be used.
    pub async fn next_run(&self, id: &str, after: Timestamp) -> Result<Option<Timestamp>, Error> {
        self.refrain.control().next_after(&self.refrain.key(id)?, after).await
    }

    /// Deletes the schedules that code once registered for this tenant and that this program has not, and answers which.
    /// Call it when everything is registered, and not where programs with different schedules share a tenant.
    ///
    /// # Errors
    /// When the store cannot be used; some may be deleted by then.
    pub async fn prune(&self) -> Result<Vec<ScheduleId>, Error> {
        let mut gone = Vec::new();
        let mut page = Page::first(crate::store::PAGE_ROWS_MAX);
        loop {
            let found = self.refrain.list(&ScheduleFilter::default(), &page).await?;
            // One that cannot be read does not say where it comes from, so it is left to a person.
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
        work: impl FnOnce(&mut std::collections::BTreeMap<crate::id::ScheduleKey, Definition>) -> T,
    ) -> T {
        work(&mut self.refrain.shared.registered.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
