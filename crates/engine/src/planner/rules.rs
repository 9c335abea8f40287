//! Compiled rules, kept while they are used. A definition is read and checked once for each revision, not at each look.

use std::sync::Arc;

use refrain_recurrence::{Calendars, Context, Error, Rule};

use crate::id::{Revision, ScheduleUid};
use crate::recent::Recent;
use crate::schedule::Schedule;

/// The rules that were used lately.
#[derive(Debug, Default)]
pub struct Rules {
    kept: Recent<(ScheduleUid, Revision), Rule>,
}

impl Rules {
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

    /// The rule of a revision, if it was used lately.
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
