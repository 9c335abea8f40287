//! A cache of compiled recurrences. A definition is compiled once for each revision and each state of the
//! calendars that it names, not for each planning step.

use std::sync::Arc;

use refrain_recurrence::{Calendars, CompiledRecurrence, Context, Error, NamedCalendar};

use crate::model::{DocumentName, Revision, Schedule, ScheduleUid};
use crate::panics::caught_in;
use crate::recent::RecentCache;
use crate::store::{DocumentKey, DocumentKind, Store, StoreError};

/// The compiled recurrences that were used recently.
#[derive(Debug, Default)]
pub struct RecurrenceCache {
    kept: RecentCache<(ScheduleUid, Revision), CompiledRecurrence>,
    by_calendar: RecentCache<(ScheduleUid, Revision), (Calendars, Arc<CompiledRecurrence>)>,
}

impl RecurrenceCache {
    /// Returns the compiled recurrence of a schedule as the planner uses it now, or the problem with it. A
    /// recurrence that names calendars is compiled again when one of them has changed. A panic is a problem of that
    /// schedule alone.
    ///
    /// # Errors
    /// If the calendars cannot be read from the store.
    pub async fn of(
        &self,
        store: &dyn Store,
        schedule: &Schedule,
    ) -> Result<Result<Arc<CompiledRecurrence>, String>, StoreError> {
        if schedule.definition.spec.calendars.is_empty() {
            return Ok(caught_in(|| self.get(schedule)).and_then(|rule| rule.map_err(|error| error.to_string())));
        }
        let calendars = match calendars_of(store, schedule).await? {
            Ok(calendars) => calendars,
            Err(problem) => return Ok(Err(problem)),
        };
        let key = (schedule.uid, schedule.revision);
        if let Some(kept) = self.by_calendar.get(&key).filter(|kept| kept.0 == calendars) {
            return Ok(Ok(Arc::clone(&kept.1)));
        }
        let compiled = caught_in(|| compile(schedule, Some(&calendars)));
        Ok(match compiled.and_then(|rule| rule.map_err(|error| error.to_string())) {
            Ok(rule) => {
                let rule = Arc::new(rule);
                self.by_calendar.keep(key, Arc::new((calendars, Arc::clone(&rule))));
                Ok(rule)
            }
            Err(problem) => Err(problem),
        })
    }

    /// Returns the compiled recurrence of a schedule that names no calendars.
    ///
    /// # Errors
    /// If the definition is no longer valid, although it was when it was saved: its time zone may no longer
    /// exist.
    pub fn get(&self, schedule: &Schedule) -> Result<Arc<CompiledRecurrence>, Error> {
        let key = (schedule.uid, schedule.revision);
        if let Some(rule) = self.kept.get(&key) {
            return Ok(rule);
        }
        let rule = Arc::new(compile(schedule, None)?);
        self.kept.keep(key, Arc::clone(&rule));
        Ok(rule)
    }

    /// Returns the compiled recurrence of a revision that names no calendars, if it was used recently.
    pub fn known(&self, uid: ScheduleUid, revision: Revision) -> Option<Arc<CompiledRecurrence>> {
        self.kept.get(&(uid, revision))
    }
}

/// Compiles the recurrence of a schedule, with the calendars that it names.
///
/// # Errors
/// If the definition is invalid.
pub fn compile(schedule: &Schedule, calendars: Option<&Calendars>) -> Result<CompiledRecurrence, Error> {
    let context = Context { anchor: Some(schedule.created_at), seed: schedule.key.id.as_str(), calendars };
    CompiledRecurrence::compile(&schedule.definition.spec, &context)
}

/// Returns the named calendars that a schedule uses, or the problem with them.
///
/// # Errors
/// If the store fails.
pub async fn calendars_of(store: &dyn Store, schedule: &Schedule) -> Result<Result<Calendars, String>, StoreError> {
    let mut calendars = Calendars::new();
    for used in &schedule.definition.spec.calendars {
        let Ok(name) = DocumentName::new(&used.name) else { continue };
        let key = DocumentKey { tenant: schedule.key.tenant.clone(), kind: DocumentKind::Calendar, name };
        if let Some(document) = store.document(&key).await? {
            match serde_json::from_value::<NamedCalendar>(document.body) {
                Ok(calendar) => drop(calendars.insert(used.name.clone(), calendar)),
                Err(error) => return Ok(Err(format!("calendar {:?} cannot be read: {error}", used.name))),
            }
        }
    }
    Ok(Ok(calendars))
}
