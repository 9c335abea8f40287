//! Applies schedules: the definition, and whether the schedule is enabled.

use refrain::control::{Control, Rights, SaveScheduleRequest};
use refrain::model::{Definition, Schedule, ScheduleId, ScheduleKey, Source, Status};
use refrain::store::{ExpectedVersion, StoreError};
use refrain::{Error, ErrorCode};
use refrain_recurrence::CompiledRecurrence;
use serde_json::{Map, Value};

use super::document::ApplyDocument;
use super::view::{Applied, ApplyOutcome, StatusChange};
use super::{Application, expected, revision_differs};
use crate::http::problem::Problem;
use crate::http::problem_code::ProblemCode;
use crate::http::read_only;
use crate::http::schedules::{read_definition, save_enabled, take_enabled, take_unknown_providers};
use crate::preview::{Change, ScheduleWarning};

/// Maximum number of occurrences listed for each kind of change.
const LISTED_MAX: usize = 100;

/// A schedule as its document states it.
struct WantedSchedule {
    save: SaveScheduleRequest,
    /// Whether the schedule runs. `None` leaves it as it is.
    enabled: Option<bool>,
    warnings: Vec<ScheduleWarning>,
}

/// A stored schedule, of which only the revision is known if its definition cannot be read.
enum Stored {
    Absent,
    Readable(Box<Schedule>),
    Unreadable,
}

impl Application<'_> {
    /// Applies a schedule, or reports what would change.
    pub(super) async fn schedule(&self, document: &ApplyDocument) -> Result<Applied, Problem> {
        let id = document.name()?.parse::<ScheduleId>().map_err(|error| Problem::from(error).at_path("id"))?;
        let key = ScheduleKey { tenant: self.caller.tenant.clone(), id };
        let stored = self.stored(&key).await?;
        if document.delete {
            return self.delete(document, &key, stored).await;
        }
        let mut fields = document.fields.clone();
        let control = self.app.acting_as(self.caller).with_unknown_providers(take_unknown_providers(&mut fields)?);
        let wanted = self.wanted(fields, key)?;
        let found = stored.revision();
        let is_same =
            stored.readable().is_some_and(|stored| is_as_stated(stored, &wanted.save.definition, wanted.enabled));
        if is_same && (!self.is_dry || self.calendars.is_empty()) {
            return Ok(Applied { warnings: wanted.warnings, ..Applied::new(ApplyOutcome::Unchanged, found) });
        }
        if !is_same {
            revision_differs(document, found)?;
        }
        if self.is_dry {
            return self.previewed(&control, stored, wanted, is_same).await;
        }
        // What was compared must still be there, or the response would describe another change.
        let expect = match &stored {
            Stored::Unreadable => expected(document.if_revision),
            Stored::Absent | Stored::Readable(_) => expected(Some(found)),
        };
        let (key, definition, enabled) = (wanted.save.key.clone(), wanted.save.definition.clone(), wanted.enabled);
        match self.saved(&control, stored, wanted, expect).await {
            // Another request may have applied the same document since it was compared.
            Err(problem) if problem.code == ErrorCode::Conflict.as_str() => match self.stored(&key).await? {
                Stored::Readable(now) if is_as_stated(&now, &definition, enabled) => {
                    Ok(Applied::new(ApplyOutcome::Unchanged, now.revision.0))
                }
                Stored::Absent | Stored::Readable(_) | Stored::Unreadable => Err(problem),
            },
            done => done,
        }
    }

    async fn stored(&self, key: &ScheduleKey) -> Result<Stored, Problem> {
        match self.app.store().schedule(key).await {
            Ok(None) => Ok(Stored::Absent),
            Ok(Some(schedule)) => Ok(Stored::Readable(Box::new(schedule))),
            // Saving a new definition repairs it.
            Err(StoreError::Corrupt(_)) => Ok(Stored::Unreadable),
            Err(error) => Err(error.into()),
        }
    }

    fn wanted(&self, mut fields: Map<String, Value>, key: ScheduleKey) -> Result<WantedSchedule, Problem> {
        let warnings = read_only::take_from_schedule(&mut fields);
        let enabled = take_enabled(&mut fields)?;
        let definition = read_definition(fields, self.app.timezone())?;
        let by = self.caller.by();
        let save = SaveScheduleRequest { key, expect: ExpectedVersion::Any, definition, source: Source::Api, by };
        Ok(WantedSchedule { save, enabled, warnings })
    }

    async fn delete(&self, document: &ApplyDocument, key: &ScheduleKey, stored: Stored) -> Result<Applied, Problem> {
        let found = stored.revision();
        if matches!(stored, Stored::Absent) {
            return Ok(Applied::new(ApplyOutcome::Unchanged, 0));
        }
        revision_differs(document, found)?;
        if !self.is_dry {
            let expect = stored.readable().map_or(ExpectedVersion::Any, |_| expected(Some(found)));
            self.app.acting_as(self.caller).delete(key, expect, &self.caller.by()).await?;
        }
        let before = stored.readable().map(|stored| as_json(&stored.definition)).transpose()?;
        let revision = if self.is_dry { found } else { 0 };
        Ok(Applied { definitions: (before, None), ..Applied::new(ApplyOutcome::Deleted, revision) })
    }

    /// Reports what saving would change.
    async fn previewed(
        &self,
        control: &Control<Rights>,
        stored: Stored,
        wanted: WantedSchedule,
        is_same: bool,
    ) -> Result<Applied, Problem> {
        refuse_declared(&stored)?;
        let WantedSchedule { save, enabled, mut warnings } = wanted;
        let with_calendars = control.clone().with_pending_calendars(self.calendars.clone());
        let preview = with_calendars.preview(&save).await?;
        let rule_before = match stored.readable() {
            Some(stored) => control.rule(stored).await.ok(),
            None => None,
        };
        let occurrences = rule_before.and_then(|old| self.difference(&old, &preview.rule));
        let applied = Applied::new(stored.outcome(is_same && occurrences.is_none()), stored.revision());
        if is_same {
            return Ok(Applied { occurrences, warnings, ..applied });
        }
        warnings.extend(ScheduleWarning::all(&preview.rule, self.window.0));
        warnings.extend(ScheduleWarning::of_action(control, &save.definition.action).await?);
        let before = stored.readable().map(|stored| as_json(&stored.definition)).transpose()?;
        Ok(Applied {
            definitions: (before, Some(as_json(&save.definition)?)),
            status: status_change(stored.readable(), enabled),
            occurrences,
            sentence: Some(preview.rule.describe()),
            warnings,
            ..applied
        })
    }

    /// Returns the occurrences that differ in the window of the request, if any does.
    fn difference(&self, old: &CompiledRecurrence, new: &CompiledRecurrence) -> Option<Change> {
        let (from, until) = self.window;
        let change = Change::between(old, new, from, until).cut(LISTED_MAX);
        let is_empty = change.added.is_empty() && change.removed.is_empty() && change.moved.is_empty();
        (!is_empty).then_some(change)
    }

    /// Makes the change.
    async fn saved(
        &self,
        control: &Control<Rights>,
        stored: Stored,
        wanted: WantedSchedule,
        expect: ExpectedVersion,
    ) -> Result<Applied, Problem> {
        let WantedSchedule { save, enabled, mut warnings } = wanted;
        let status = status_change(stored.readable(), enabled);
        let save = SaveScheduleRequest { expect, ..save };
        let definition = save.definition.clone();
        let saved = save_enabled(control, save, enabled).await?;
        warnings.extend(ScheduleWarning::of_action(control, &definition.action).await?);
        let before = stored.readable().map(|stored| as_json(&stored.definition)).transpose()?;
        Ok(Applied {
            definitions: (before, Some(as_json(&definition)?)),
            status,
            sentence: control.rule(&saved).await.ok().map(|rule| rule.describe()),
            warnings,
            ..Applied::new(stored.outcome(false), saved.revision.0)
        })
    }
}

impl Stored {
    fn readable(&self) -> Option<&Schedule> {
        match self {
            Self::Readable(schedule) => Some(schedule),
            Self::Absent | Self::Unreadable => None,
        }
    }

    fn revision(&self) -> i64 {
        self.readable().map_or(0, |schedule| schedule.revision.0)
    }

    fn outcome(&self, is_same: bool) -> ApplyOutcome {
        match self {
            Self::Absent => ApplyOutcome::Created,
            Self::Readable(_) if is_same => ApplyOutcome::Unchanged,
            Self::Readable(_) | Self::Unreadable => ApplyOutcome::Updated,
        }
    }
}

/// Whether a schedule already is as its document states it.
fn is_as_stated(stored: &Schedule, definition: &Definition, enabled: Option<bool>) -> bool {
    *stored.definition == *definition
        && stored.source != Source::File
        && stored.status != Status::Disabled
        && status_change(Some(stored), enabled).is_none()
}

/// Returns the change of the status that a document asks for. A schedule that has ended stays as it is.
fn status_change(stored: Option<&Schedule>, enabled: Option<bool>) -> Option<StatusChange> {
    let from = stored.map(|stored| stored.status);
    let to = match (from, enabled) {
        (None | Some(Status::Active), Some(false)) => Status::Paused,
        (Some(Status::Paused), Some(true)) => Status::Active,
        (
            None
            | Some(
                Status::Active
                | Status::Paused
                | Status::Canceled
                | Status::Disabled
                | Status::Finished
                | Status::Deleted,
            ),
            _,
        ) => return None,
    };
    Some(StatusChange { from: from.map(Status::as_str), to: to.as_str() })
}

/// Refuses a schedule that the configuration file declares, as saving it does.
fn refuse_declared(stored: &Stored) -> Result<(), Problem> {
    match stored.readable() {
        Some(stored) if stored.source == Source::File => Err(Error::Declared(stored.key.id.clone()).into()),
        Some(_) | None => Ok(()),
    }
}

fn as_json(definition: &Definition) -> Result<Value, Problem> {
    serde_json::to_value(definition).map_err(|error| Problem::new(ProblemCode::BadValue, error.to_string()))
}
