//! Operations on schedules for people and programs: save, pause, resume, cancel, fire, backfill, explain. Each
//! operation is checked here, translated into one store operation, and answered.
//!
//! Invariants: a change never starts a run unless the caller asks for one, and every operation with an effect
//! requires the caller's rights. A plain [`Control`] only reads. [`Control::acting_as`] adds the operations that
//! change something, and each of them checks the rights it needs.

mod alerts;
mod backfill;
mod begin;
mod breakers;
mod calendars;
mod check;
mod controls;
mod dispatch;
mod dispatch_rules;
mod explain;
mod fire;
mod follow;
mod generate;
mod next;
mod occurrence_request;
mod occurrences;
mod permit;
mod preview;
mod reach;
mod run_payload;
mod save;
mod stale;
mod started;
mod status;
mod work;

use std::sync::Arc;

use refrain_recurrence::{Calendars, CompiledRecurrence};

pub use self::backfill::{BACKFILL_MAX, Backfill, BackfillMode, BackfillSummary, CONCURRENCY_MAX, Reprocess};
pub use self::breakers::BreakerChange;
pub use self::calendars::read_calendar;
pub use self::explain::{Answer, Explanation};
pub use self::fire::{Fire, FireResult};
pub use self::generate::{GenerateRequest, GenerateSummary};
pub use self::next::NEXT_MAX;
pub use self::occurrence_request::OccurrenceRequest;
pub use self::preview::{EditEffect, PendingOccurrence, Preview};
pub use self::reach::UnknownProviders;
pub use self::save::SaveScheduleRequest;
pub use self::stale::StaleSchedule;
pub use self::status::ResumeFrom;
pub use self::work::EnqueueRequest;
pub(crate) use self::work::{lease_of, retry_at, wait_for_wake_up, without_nul};
use crate::clock::Clock;
use crate::delivery::Providers;
use crate::error::Error;
use crate::error_code::ErrorCode;
pub use crate::ledger::DocumentChange;
use crate::model::{Schedule, ScheduleKey};
pub use crate::right::Right;
pub use crate::rights::{Rights, SaveLimits};
use crate::store::{Store, StoreError};
use crate::timing::{RecurrenceCache, calendars_of, compile};

/// Marker of a [`Control`] that only reads.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReadOnly;

/// Reads and changes schedules. With [`Rights`], it changes them on behalf of a caller; without, it only reads.
#[derive(Clone)]
pub struct Control<R = ReadOnly> {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    providers: Arc<Providers>,
    rules: Arc<RecurrenceCache>,
    rights: R,
    touch: bool,
    unknown_providers: UnknownProviders,
    local_handlers_only: bool,
    /// Calendars that are about to be saved. They take the place of stored ones.
    pending_calendars: Arc<Calendars>,
    /// Whether saves and deletions of documents stop before the write.
    is_preview: bool,
}

impl Control {
    /// Creates a read-only control over a store, with a clock.
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>) -> Self {
        Self {
            store,
            clock,
            providers: Arc::default(),
            rules: Arc::default(),
            rights: ReadOnly,
            touch: false,
            unknown_providers: UnknownProviders::default(),
            local_handlers_only: false,
            pending_calendars: Arc::default(),
            is_preview: false,
        }
    }

    /// Sets the providers that validate an action before it is saved. From then on, actions are rejected if
    /// neither these providers nor those of a live node include their provider.
    #[must_use]
    pub fn with_providers(self, providers: Arc<Providers>) -> Self {
        Self { providers, unknown_providers: UnknownProviders::Refuse, ..self }
    }

    /// Returns a control with the operations that a caller with these rights may use.
    #[must_use]
    pub fn acting_as(&self, rights: Rights) -> Control<Rights> {
        let Self {
            store,
            clock,
            providers,
            rules,
            rights: ReadOnly,
            touch,
            unknown_providers,
            local_handlers_only,
            pending_calendars,
            is_preview,
        } = self.clone();
        Control {
            store,
            clock,
            providers,
            rules,
            rights,
            touch,
            unknown_providers,
            local_handlers_only,
            pending_calendars,
            is_preview,
        }
    }
}

impl Control<Rights> {
    /// Treats calendars as if they were already stored. Use it for previews only: a schedule that is saved this way
    /// would be planned by the stored calendars.
    #[must_use]
    pub fn with_pending_calendars(self, calendars: Calendars) -> Self {
        Self { pending_calendars: Arc::new(calendars), ..self }
    }

    /// Returns a control that makes all checks when it saves or deletes a calendar, dispatch rule, hold, quota or
    /// alert, and then writes nothing. It needs the right to view instead of the right to edit. Schedules have
    /// [`Control::preview`].
    #[must_use]
    pub fn previewing_documents(self) -> Self {
        Self { is_preview: true, ..self }
    }
}

impl<R> Control<R> {
    /// Counts every save as a change: even saving the same definition creates a new revision and updates `updated_at`.
    #[must_use]
    pub fn with_touch(self) -> Self {
        Self { touch: true, ..self }
    }

    /// Returns the schedule with that key.
    ///
    /// # Errors
    /// Returns an error if there is no such schedule, or if the store is unavailable.
    pub async fn schedule(&self, key: &ScheduleKey) -> Result<Schedule, Error> {
        let found = self.store.schedule(key).await?;
        Ok(found.ok_or_else(|| StoreError::NotFound(format!("schedule {key}")))?)
    }

    /// Compiles the recurrence of a schedule, with the calendars it names.
    ///
    /// # Errors
    /// Returns an error if the definition is invalid, or if the store is unavailable.
    pub async fn rule(&self, schedule: &Schedule) -> Result<CompiledRecurrence, Error> {
        let calendars = calendars_of(&*self.store, schedule).await?;
        let mut calendars = calendars.map_err(|problem| Error::invalid(ErrorCode::BadCalendar, problem))?;
        calendars.extend(self.pending_calendars.iter().map(|(name, calendar)| (name.clone(), calendar.clone())));
        Ok(compile(schedule, Some(&calendars))?)
    }
}
