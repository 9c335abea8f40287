//! What people and programs ask of schedules: save, pause, resume, cancel, fire, backfill, explain. Each is checked here,
//! turned into one verb of the store, and answered.
//!
//! Invariants: nothing fires because of a change unless someone asked for it; whatever has an effect needs the caller's
//! rights. A plain [`Control`] only reads. [`Control::acting_as`] adds the operations that change something, and each of
//! them checks the rights it needs.

mod alerts;
mod backfill;
mod begin;
mod begun;
mod breakers;
mod calendars;
mod check;
mod dispatch;
mod dispatch_rules;
mod explain;
mod fire;
mod follow;
mod generate;
mod next;
mod occurrences;
mod orders;
mod permit;
mod preview;
mod reach;
mod row_request;
mod save;
mod stale;
mod status;

use std::sync::Arc;

use refrain_recurrence::Rule;

pub use self::backfill::{BACKFILL_MAX, Backfill, BackfillMode, Backfilled, CONCURRENCY_MAX, Reprocess};
pub use self::breakers::BreakerChange;
pub use self::calendars::read_calendar;
pub use self::explain::{Answer, Explanation};
pub use self::fire::{Fire, Fired};
pub use self::generate::{Generate, Generated};
pub use self::next::NEXT_MAX;
pub use self::orders::OrderChange;
pub use self::preview::{Fate, Pending, Preview};
pub use self::reach::UnknownProviders;
pub use self::row_request::RowRequest;
pub use self::save::Save;
pub use self::stale::Stale;
pub use self::status::ResumeFrom;
use crate::clock::Clock;
use crate::error::Error;
use crate::id::ScheduleKey;
use crate::planner::rules::{self, Rules, calendars_of};
use crate::provider::Providers;
use crate::rights::Rights;
use crate::schedule::Schedule;
use crate::store::{Store, StoreError};

/// A [`Control`] that only reads.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReadOnly;

/// Reads and changes schedules. With [`Rights`] it changes them on behalf of someone; without, it only reads.
#[derive(Clone)]
pub struct Control<R = ReadOnly> {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    providers: Arc<Providers>,
    rules: Arc<Rules>,
    rights: R,
    touch: bool,
    unknown_providers: UnknownProviders,
}

impl Control {
    /// Over a store, going by a clock.
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>) -> Self {
        let unknown_providers = UnknownProviders::default();
        let (providers, rules) = (Arc::default(), Arc::default());
        Self { store, clock, providers, rules, rights: ReadOnly, touch: false, unknown_providers }
    }

    /// Lets these say what is wrong with an action before it is saved. A provider that neither they nor a live node have is
    /// refused from then on.
    #[must_use]
    pub fn with_providers(self, providers: Arc<Providers>) -> Self {
        Self { providers, unknown_providers: UnknownProviders::Refuse, ..self }
    }

    /// The operations of a caller with these rights.
    #[must_use]
    pub fn acting_as(&self, rights: Rights) -> Control<Rights> {
        let Self { store, clock, providers, rules, rights: ReadOnly, touch, unknown_providers } = self.clone();
        Control { store, clock, providers, rules, rights, touch, unknown_providers }
    }
}

impl<R> Control<R> {
    /// Counts every save as a change: even one of the same definition makes a new revision and moves `updated_at`.
    #[must_use]
    pub fn touching(self) -> Self {
        Self { touch: true, ..self }
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
