//! What people and programs ask of schedules: save, pause, resume, cancel, fire, backfill, explain. Each is checked here,
//! turned into one verb of the store, and answered.
//!
//! Invariant: nothing fires because of a change unless someone asked for it.

mod alerts;
mod backfill;
mod begin;
mod breakers;
mod calendars;
mod check;
mod dispatch_rules;
mod explain;
mod fire;
mod follow;
mod generate;
mod next;
mod orders;
mod preview;
mod save;
mod stale;
mod status;

use std::sync::Arc;

use refrain_recurrence::Rule;

pub use self::backfill::{BACKFILL_MAX, Backfill, Backfilled, Reprocess};
pub use self::breakers::BreakerChange;
pub use self::calendars::read_calendar;
pub use self::explain::{Answer, Explanation};
pub use self::fire::{Fire, Fired};
pub use self::generate::{Generate, Generated};
pub use self::next::NEXT_MAX;
pub use self::orders::OrderChange;
pub use self::preview::{Fate, Pending, Preview};
pub use self::save::Save;
pub use self::stale::Stale;
pub use self::status::ResumeFrom;
use crate::clock::Clock;
use crate::error::Error;
use crate::id::ScheduleKey;
use crate::planner::rules::{self, Rules, calendars_of};
use crate::provider::Providers;
use crate::schedule::Schedule;
use crate::store::{Store, StoreError};

/// Changes schedules on behalf of someone.
#[derive(Clone)]
pub struct Control {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    providers: Arc<Providers>,
    schedules_max: Option<usize>,
    rules: Arc<Rules>,
}

impl Control {
    /// Over a store, going by a clock.
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>) -> Self {
        Self { store, clock, providers: Arc::default(), schedules_max: None, rules: Arc::default() }
    }

    /// Lets these say what is wrong with an action before it is saved.
    #[must_use]
    pub fn with_providers(self, providers: Arc<Providers>) -> Self {
        Self { providers, ..self }
    }

    /// Refuses to make a schedule for a tenant that has so many.
    #[must_use]
    pub fn with_schedules_max(self, schedules_max: Option<usize>) -> Self {
        Self { schedules_max, ..self }
    }

    /// The schedule of that name.
    ///
    /// # Errors
    /// When there is none, or the store cannot be used.
    pub async fn schedule(&self, key: &ScheduleKey) -> Result<Schedule, Error> {
        let found = self.store.schedule(key).await?;
        Ok(found.ok_or_else(|| StoreError::NotFound(format!("schedule {key}")))?)
    }

    /// The rule of a schedule, with the calendars it names.
    ///
    /// # Errors
    /// When the definition does not hold, or the store cannot be used.
    pub async fn rule(&self, schedule: &Schedule) -> Result<Rule, Error> {
        let calendars = calendars_of(&*self.store, schedule).await?;
        let calendars = calendars.map_err(|problem| Error::invalid("bad_calendar", problem))?;
        Ok(rules::compile(schedule, Some(&calendars))?)
    }
}
