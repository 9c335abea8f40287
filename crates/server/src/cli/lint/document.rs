//! Checks one document as a server would, on an empty store in memory.
//!
//! Input: a document of a file. Output: warnings, or the error for which every server would refuse the document. What
//! depends on a server, such as the providers that its nodes have, is not checked.

use std::sync::Arc;

use jiff::Timestamp;
use refrain::ManualClock;
use refrain::control::{Control, DocumentChange, Rights, SaveScheduleRequest, UnknownProviders};
use refrain::dispatch::{DispatchRule, Hold, Quota};
use refrain::model::{By, DocumentName, ScheduleId, ScheduleKey, Source, Tenant};
use refrain::store::ExpectedVersion;
use refrain::store::model::Model;
use refrain_cli::document::{Document, DocumentKind};
use refrain_recurrence::{Calendars, NamedCalendar};
use serde_json::{Map, Value};

use crate::http::body::from_value;
use crate::http::controls::ControlKind;
use crate::http::problem::Problem;
use crate::http::read_only;
use crate::http::schedules::{read_definition, take_enabled, take_unknown_providers};
use crate::preview::ScheduleWarning;

/// Time zone of schedules that name none. A server has one of its own.
const TIMEZONE: &str = "UTC";
/// Code of warnings about calendars that are in none of the files.
const OTHER_CALENDAR: &str = "other_calendar";

/// Checks documents.
pub(super) struct DocumentChecker {
    control: Control<Rights>,
    tenant: Tenant,
    /// Calendars of the files.
    calendars: Calendars,
    from: Timestamp,
}

impl DocumentChecker {
    /// Creates a checker for documents that may name these calendars.
    pub(super) fn new(calendars: Calendars, tenant: Tenant, from: Timestamp) -> Self {
        let control = Control::new(Arc::new(Model::new()), Arc::new(ManualClock::new(from)))
            .acting_as(Rights::all())
            .with_unknown_providers(UnknownProviders::Allow)
            .previewing_documents();
        Self { control, tenant, calendars, from }
    }

    /// Returns the warnings about a document.
    pub(super) async fn check(&self, document: &Document) -> Result<Vec<ScheduleWarning>, Problem> {
        match document.kind {
            DocumentKind::Schedule => self.schedule(document).await,
            DocumentKind::Calendar => self.control::<NamedCalendar>(document).await,
            DocumentKind::DispatchRule => self.control::<DispatchRule>(document).await,
            DocumentKind::Hold => self.control::<Hold>(document).await,
            DocumentKind::Quota => self.control::<Quota>(document).await,
            DocumentKind::Alert => self.control::<refrain::alert::Alert>(document).await,
        }
    }

    async fn schedule(&self, document: &Document) -> Result<Vec<ScheduleWarning>, Problem> {
        let mut fields = fields(document);
        let mut warnings = read_only::take_from_schedule(&mut fields);
        take_unknown_providers(&mut fields)?;
        take_enabled(&mut fields)?;
        let id = document.name.parse::<ScheduleId>().map_err(|error| Problem::from(error).at_path("id"))?;
        let definition = read_definition(fields, TIMEZONE)?;
        let mut calendars = self.calendars.clone();
        for named in &definition.spec.calendars {
            let name = named.name.clone();
            calendars.entry(name).or_insert_with_key(|name| {
                let message =
                    format!("The calendar `{name}` is in none of these files, so its days off are not checked.");
                warnings.push(ScheduleWarning { code: OTHER_CALENDAR, message, hint: None });
                NamedCalendar::default()
            });
        }
        let key = ScheduleKey { tenant: self.tenant.clone(), id };
        let (expect, source, by) = (ExpectedVersion::New, Source::Api, By::new("lint"));
        let save = SaveScheduleRequest { key, expect, definition, source, by };
        let preview = self.control.clone().with_pending_calendars(calendars).preview(&save).await?;
        warnings.extend(ScheduleWarning::all(&preview.rule, self.from));
        Ok(warnings)
    }

    async fn control<T: ControlKind>(&self, document: &Document) -> Result<Vec<ScheduleWarning>, Problem> {
        let mut fields = fields(document);
        let warnings = read_only::take_from_control(&mut fields, &document.name)?;
        if T::PROVIDER_PATH.is_some() {
            take_unknown_providers(&mut fields)?;
        }
        let wanted: T = from_value(&Value::Object(fields))?;
        let change = DocumentChange {
            tenant: self.tenant.clone(),
            name: DocumentName::new(&document.name)?,
            expect: ExpectedVersion::Any,
            by: By::new("lint"),
        };
        wanted.save(&self.control, &change).await?;
        Ok(warnings)
    }
}

/// Returns the fields of the definition.
fn fields(document: &Document) -> Map<String, Value> {
    let mut fields = document.body.clone();
    fields.remove("if_revision");
    fields
}
