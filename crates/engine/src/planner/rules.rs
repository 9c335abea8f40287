//! Compiled rules, kept while they are used. A definition is compiled once for each revision and each state of the calendars
//! that it names, not at each look.

use std::sync::Arc;

use refrain_recurrence::{Calendars, Context, Error, NamedCalendar, Rule};

use crate::id::{DocumentName, Revision, ScheduleUid};
use crate::recent::Recent;
use crate::schedule::Schedule;
use crate::store::{DocumentKey, DocumentKind, Store, StoreError};

/// The rules that were used lately.
#[derive(Debug, Default)]
pub struct Rules {
    kept: Recent<(ScheduleUid, Revision), Rule>,
    by_calendar: Recent<(ScheduleUid, Revision), (Calendars, Arc<Rule>)>,
}

impl Rules {
    /// The rule of a schedule as the planner uses it now, or what is wrong with it. A rule that names calendars is compiled
    /// again when one of them has changed.
    ///
    /// # Errors
    /// When the calendars cannot be read from the store.
    pub async fn of(&self, store: &dyn Store, schedule: &Schedule) -> Result<Result<Arc<Rule>, String>, StoreError> {
        if schedule.definition.spec.calendars.is_empty() {
            return Ok(self.get(schedule).map_err(|error| error.to_string()));
        }
        let calendars = match calendars_of(store, schedule).await? {
            Ok(calendars) => calendars,
            Err(problem) => return Ok(Err(problem)),
        };
        let key = (schedule.uid, schedule.revision);
        if let Some(kept) = self.by_calendar.get(&key).filter(|kept| kept.0 == calendars) {
            return Ok(Ok(Arc::clone(&kept.1)));
        }
        Ok(match compile(schedule, Some(&calendars)) {
            Ok(rule) => {
                let rule = Arc::new(rule);
                self.by_calendar.keep(key, Arc::new((calendars, Arc::clone(&rule))));
                Ok(rule)
            }
            Err(error) => Err(error.to_string()),
        })
    }

    /// The rule of a schedule that names no calendars.
    ///
    /// # Errors
    /// When the definition does not hold, though it did when it was saved: its zone may have vanished.
    pub fn get(&self, schedule: &Schedule) -> Result<Arc<Rule>, Error> {
        let key = (schedule.uid, schedule.revision);
        if let Some(rule) = self.kept.get(&key) {
            return Ok(rule);
        }
        let rule = Arc::new(compile(schedule, None)?);
        self.kept.keep(key, Arc::clone(&rule));
        Ok(rule)
    }

    /// The rule of a revision that names no calendars, if it was used lately.
    pub fn known(&self, uid: ScheduleUid, revision: Revision) -> Option<Arc<Rule>> {
        self.kept.get(&(uid, revision))
    }
}

/// Makes the rule of a schedule, with the calendars it names.
///
/// # Errors
/// What is wrong with the definition.
pub fn compile(schedule: &Schedule, calendars: Option<&Calendars>) -> Result<Rule, Error> {
    let context = Context { anchor: Some(schedule.created_at), seed: schedule.key.id.as_str(), calendars };
    Rule::compile(&schedule.definition.spec, &context)
}

/// The named calendars a schedule uses, or what is wrong with them.
///
/// # Errors
/// When the store cannot be used.
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
