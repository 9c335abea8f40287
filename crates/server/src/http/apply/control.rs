//! Applies calendars, dispatch rules, holds, quotas and alerts.

use refrain::control::{DocumentChange, UnknownProviders};
use refrain::model::DocumentName;
use refrain::store::{Document, DocumentKey, ExpectedVersion};
use serde_json::Value;

use super::document::ApplyDocument;
use super::view::{Applied, ApplyOutcome};
use super::{Application, expected, revision_differs};
use crate::http::body::from_value;
use crate::http::controls::ControlKind;
use crate::http::problem::Problem;
use crate::http::problem_code::ProblemCode;
use crate::http::read_only;
use crate::http::schedules::take_unknown_providers;

impl Application<'_> {
    /// Applies a document of a kind, or reports what would change.
    pub(super) async fn control<T: ControlKind>(&self, document: &ApplyDocument) -> Result<Applied, Problem> {
        let name = DocumentName::new(document.name()?)?;
        let mut fields = document.fields.clone();
        let mut warnings = read_only::take_from_control(&mut fields, document.name()?)?;
        // Only kinds that name a provider have this field.
        let unknown_providers = match T::PROVIDER_PATH {
            Some(_) => take_unknown_providers(&mut fields)?,
            None => UnknownProviders::Refuse,
        };
        let key = DocumentKey { tenant: self.caller.tenant.clone(), kind: T::KIND, name: name.clone() };
        let stored = self.app.store().document(&key).await?;
        let found = stored.as_ref().map_or(0, |stored| stored.version);
        let change = DocumentChange {
            tenant: self.caller.tenant.clone(),
            name,
            expect: expected(document.if_revision.or(Some(found))),
            by: self.caller.by(),
        };
        let control = self.app.acting_as(self.caller).with_unknown_providers(unknown_providers);
        let control = if self.is_dry { control.previewing_documents() } else { control };
        if document.delete {
            if stored.is_none() {
                return Ok(Applied { warnings, ..Applied::new(ApplyOutcome::Unchanged, 0) });
            }
            revision_differs(document, found)?;
            let removed = T::remove(&control, &change).await;
            self.notify::<T>()?;
            removed?;
            let before = stored.map(|stored| stored.body);
            return Ok(Applied {
                definitions: (before, None),
                warnings,
                ..Applied::new(ApplyOutcome::Deleted, if self.is_dry { found } else { 0 })
            });
        }
        let wanted: T = from_value(&Value::Object(fields))?;
        let before = stored.and_then(as_written::<T>);
        let after = written(&wanted)?;
        if before.as_ref() == Some(&after) {
            return Ok(Applied { warnings, ..Applied::new(ApplyOutcome::Unchanged, found) });
        }
        revision_differs(document, found)?;
        let saved = wanted.save(&control, &change).await;
        self.notify::<T>()?;
        let saved = saved?;
        warnings.extend(wanted.warnings(&control).await?);
        let outcome = if change.expect == ExpectedVersion::New { ApplyOutcome::Created } else { ApplyOutcome::Updated };
        let revision = if self.is_dry { found } else { saved.version };
        Ok(Applied { definitions: (before, Some(after)), warnings, ..Applied::new(outcome, revision) })
    }

    /// Also called after an error: the store may have made the change even though its response was lost.
    fn notify<T: ControlKind>(&self) -> Result<(), Problem> {
        if !self.is_dry {
            T::changed(&self.app.refrain().tenant(&self.caller.tenant.to_string())?);
        }
        Ok(())
    }
}

/// Returns a stored document as it would be written today. One that cannot be read is shown as it is stored.
fn as_written<T: ControlKind>(stored: Document) -> Option<Value> {
    let read = T::read(stored.body.clone()).ok().and_then(|read| written(&read).ok());
    Some(read.unwrap_or(stored.body))
}

fn written<T: ControlKind>(document: &T) -> Result<Value, Problem> {
    serde_json::to_value(document).map_err(|error| Problem::new(ProblemCode::BadValue, error.to_string()))
}
