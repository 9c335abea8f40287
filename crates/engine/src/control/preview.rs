//! Preview of a save: what saving a definition would do, without doing it. It makes the same checks in the same
//! order as [`Control::save`], and writes nothing.

use std::collections::{HashMap, HashSet};

use jiff::Timestamp;
use refrain_recurrence::CompiledRecurrence;

use super::save::as_saved;
use super::{Control, SaveScheduleRequest};
use crate::error::Error;
use crate::model::{NewOccurrence, OccurrenceId, Schedule};
use crate::rights::Rights;
use crate::store::{BATCH_MAX, ExpectedVersion, KeptOccurrence, ListedSchedule, Replan};

/// Result of saving a definition, without saving it.
#[derive(Clone, Debug)]
pub struct Preview {
    /// The schedule as it would be saved.
    pub schedule: Schedule,
    /// Its recurrence, with the tenant's calendars.
    pub rule: CompiledRecurrence,
    /// The current recurrence; `None` for a new schedule, and for one whose recurrence is no longer valid.
    pub rule_before: Option<CompiledRecurrence>,
    /// Occurrences that are planned now and have not started, the earliest first.
    pub pending: Vec<PendingOccurrence>,
}

/// A planned occurrence, and what the edit does to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingOccurrence {
    /// The occurrence as it is planned now.
    pub planned: NewOccurrence,
    /// Effect of the edit on the occurrence.
    pub fate: EditEffect,
}

/// Effect of an edit on a planned occurrence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditEffect {
    /// The occurrence stays as it is.
    Stays,
    /// The occurrence keeps its period key and moves to another time.
    Moves {
        /// Nominal time by the new recurrence.
        nominal_at: Timestamp,
        /// Nominal time plus jitter.
        due_at: Timestamp,
    },
    /// The new recurrence does not yield the occurrence: it is skipped as superseded.
    Superseded,
}

impl Control<Rights> {
    /// Returns what [`Control::save`] would do.
    ///
    /// With [`ExpectedVersion::New`], the definition is treated as that of a new schedule, even if the key is in use.
    /// Otherwise, it is treated as an edit of the existing schedule.
    ///
    /// # Errors
    /// Returns the same errors as `save`.
    pub async fn preview(&self, save: &SaveScheduleRequest) -> Result<Preview, Error> {
        self.permit_preview(save).await?;
        self.check(&save.definition)?;
        self.check_reachable_for(save).await?;
        self.check_secrets(&save.key.tenant, &save.definition.action).await?;
        let now = self.clock.now();
        let old = match save.expect {
            ExpectedVersion::New => None,
            ExpectedVersion::Any | ExpectedVersion::Exactly(_) => self.found(&save.key).await?,
        };
        let change = self.build_save(save, old.as_ref(), now).await?;
        let schedule = as_saved(save, old.as_ref(), now);
        let rule = self.rule(&schedule).await?;
        let rule_before = match &old {
            Some(Ok(old)) => self.rule(old).await.ok(),
            Some(Err(_)) | None => None,
        };
        let pending = self.pending(old.as_ref(), change.replan.as_ref()).await?;
        Ok(Preview { schedule, rule, rule_before, pending })
    }

    async fn pending(
        &self,
        old: Option<&ListedSchedule>,
        replan: Option<&Replan>,
    ) -> Result<Vec<PendingOccurrence>, Error> {
        let uid = match old {
            None => return Ok(Vec::new()),
            Some(Ok(old)) => old.uid,
            Some(Err(old)) => old.uid,
        };
        let planned = self.store.planned(uid, None, BATCH_MAX).await?;
        let effects = replan.map(Effects::of);
        let mut pending: Vec<PendingOccurrence> = planned
            .into_iter()
            .map(|row| PendingOccurrence {
                fate: effects.as_ref().map_or(EditEffect::Stays, |effects| effects.on(row.id, &row.planned)),
                planned: row.planned,
            })
            .collect();
        pending.sort_by_key(|pending| pending.planned.due_at);
        Ok(pending)
    }
}

/// The effects of an edit on planned occurrences, by what they are found with.
struct Effects<'a> {
    supersede: HashSet<OccurrenceId>,
    keep: HashMap<(&'a str, &'a str), &'a KeptOccurrence>,
}

impl<'a> Effects<'a> {
    fn of(replan: &'a Replan) -> Self {
        let kept = |kept: &'a KeptOccurrence| ((kept.period_key.as_str(), kept.discriminator.as_str()), kept);
        Self { supersede: replan.supersede.iter().copied().collect(), keep: replan.keep.iter().map(kept).collect() }
    }

    fn on(&self, id: OccurrenceId, planned: &NewOccurrence) -> EditEffect {
        if self.supersede.contains(&id) {
            return EditEffect::Superseded;
        }
        let KeptOccurrence { nominal_at, due_at, .. } =
            match self.keep.get(&(planned.period_key.as_str(), planned.discriminator.as_str())) {
                Some(kept) if (kept.nominal_at, kept.due_at) != (planned.nominal_at, planned.due_at) => kept,
                Some(_) | None => return EditEffect::Stays,
            };
        EditEffect::Moves { nominal_at: *nominal_at, due_at: *due_at }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use refrain_recurrence::{CronRecurrence, Recurrence, Spec};
    use serde_json::Value;

    use super::*;
    use crate::clock::ManualClock;
    use crate::control::Fire;
    use crate::model::{Action, By, Definition, Priority, ScheduleId, ScheduleKey, Source, Tenant, Trigger};
    use crate::store::model::Model;
    use crate::store::{Ledger, Page, ScheduleFilter};

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn save_request(expression: &str, expect: ExpectedVersion) -> SaveScheduleRequest {
        let cron = CronRecurrence { expression: expression.to_owned(), ..CronRecurrence::default() };
        let definition = Definition::new(Spec::new(Recurrence::Cron(cron), "UTC"), Action::new("log", Value::Null));
        let key =
            ScheduleKey { tenant: Tenant::new("default", "acme").unwrap(), id: ScheduleId::new("report").unwrap() };
        SaveScheduleRequest { key, expect, definition, source: Source::Api, by: By::new("ann") }
    }

    fn control() -> (Arc<Model>, Control<Rights>) {
        let store = Arc::new(Model::new());
        let clock = Arc::new(ManualClock::new(at("2026-01-05T08:30:00Z")));
        let control = Control::new(store.clone(), clock).acting_as(Rights::all());
        (store, control)
    }

    #[tokio::test]
    async fn a_preview_refuses_what_saving_refuses_and_writes_nothing() {
        let (store, control) = control();
        let previewed = control.preview(&save_request("0 9 * * *", ExpectedVersion::New)).await.unwrap();
        assert_eq!(previewed.rule.next_after(at("2026-01-05T08:30:00Z")).unwrap().at(), at("2026-01-05T09:00:00Z"));
        assert!(previewed.rule_before.is_none() && previewed.pending.is_empty());
        for expression in ["0 9 * * MUN", "0 0 30 2 *", "0 9 * * * 2020"] {
            let save = save_request(expression, ExpectedVersion::New);
            let (preview, saved) = (control.preview(&save).await.unwrap_err(), control.save(save).await.unwrap_err());
            assert_eq!(preview.to_string(), saved.to_string());
        }
        let tenant = Tenant::new("default", "acme").unwrap();
        assert_eq!(store.schedules(&tenant, &ScheduleFilter::default(), &Page::first(9)).await.unwrap().rows.len(), 0);
    }

    #[tokio::test]
    async fn preview_of_an_edit_shows_its_effect_on_planned_occurrences() {
        let (_, control) = control();
        control.save(save_request("0 9 * * *", ExpectedVersion::Any)).await.unwrap();
        let key = save_request("", ExpectedVersion::Any).key;
        let fire = Fire {
            key: key.clone(),
            request: "now".to_owned(),
            discriminator: None,
            correlation_id: None,
            payload: None,
            by: By::new("ann"),
        };
        control.fire(fire).await.unwrap();
        let edited = control.preview(&save_request("0 10 * * *", ExpectedVersion::Any)).await.unwrap();
        assert!(edited.rule_before.is_some());
        // A manual run does not depend on the recurrence.
        assert_eq!(edited.pending.iter().map(|pending| pending.fate).collect::<Vec<_>>(), [EditEffect::Stays]);
        assert_eq!(control.schedule(&key).await.unwrap().revision.0, 1);
    }

    #[test]
    fn a_row_stays_moves_or_is_superseded() {
        let planned = |key: &str, at: Timestamp| NewOccurrence {
            period_key: key.to_owned(),
            discriminator: String::new(),
            nominal_at: at,
            due_at: at,
            period: None,
            priority: Priority::default(),
            trigger: Trigger::Schedule,
            correlation_id: None,
            note: None,
            concurrency: None,
            payload: None,
        };
        let kept = |row: &NewOccurrence, nominal_at: Timestamp| KeptOccurrence {
            period_key: row.period_key.clone(),
            discriminator: String::new(),
            nominal_at,
            due_at: nominal_at,
        };
        let (a, b) = (planned("a", at("2026-01-05T09:00:00Z")), planned("b", at("2026-01-05T10:00:00Z")));
        let later = at("2026-01-05T12:00:00Z");
        let keep = [kept(&a, a.nominal_at), kept(&b, later)];
        let effects = Effects {
            supersede: HashSet::from([OccurrenceId(3)]),
            keep: keep.iter().map(|kept| ((kept.period_key.as_str(), ""), kept)).collect(),
        };
        assert_eq!(effects.on(OccurrenceId(1), &a), EditEffect::Stays);
        assert_eq!(effects.on(OccurrenceId(2), &b), EditEffect::Moves { nominal_at: later, due_at: later });
        let others = planned("c", at("2026-01-05T11:00:00Z"));
        assert_eq!(effects.on(OccurrenceId(3), &others), EditEffect::Superseded);
        // A manual run, or an occurrence under the same recurrence, is not named.
        assert_eq!(effects.on(OccurrenceId(4), &others), EditEffect::Stays);
    }
}
