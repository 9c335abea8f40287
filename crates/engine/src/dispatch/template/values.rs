//! Values of the placeholders of a template, for one attempt of an occurrence.
//!
//! The values are the same for every attempt and trigger of an occurrence, except for `attempt`, `trigger` and
//! `correlation_id` themselves.

use std::borrow::Cow;
use std::collections::BTreeMap;

use jiff::Timestamp;
use refrain_recurrence::time_zone;
use serde_json::Value;

use super::Name;
use crate::delivery::Run;
use crate::error::Error;
use crate::error_code::ErrorCode;
use crate::model::Action;
use crate::secret::Secret;

/// Values of the placeholders.
#[derive(Clone, Copy)]
pub struct Values<'a> {
    run: &'a Run,
    action: &'a Action,
    secrets: Option<&'a BTreeMap<String, Secret>>,
}

impl<'a> Values<'a> {
    /// Creates the values for a run and its action, without secrets.
    pub fn new(run: &'a Run, action: &'a Action) -> Self {
        Self { run, action, secrets: None }
    }

    /// Adds secrets, by name.
    #[must_use]
    #[cfg_attr(
        not(feature = "webhook"),
        allow(dead_code, reason = "used only by providers that this build does not include")
    )]
    pub(crate) fn with_secrets(self, secrets: &'a BTreeMap<String, Secret>) -> Self {
        Self { secrets: Some(secrets), ..self }
    }

    /// Returns the value of a name.
    pub(super) fn get(&self, name: &Name) -> Result<Cow<'a, str>, Error> {
        let occurrence = &*self.run.occurrence;
        let planned = &occurrence.planned;
        let time = |at: Timestamp| Ok(Cow::Owned(at.to_string()));
        match name {
            Name::ScheduleId => Ok(occurrence.schedule.id.as_str().into()),
            Name::Tenant => Ok(occurrence.schedule.tenant.name.as_str().into()),
            Name::Namespace => Ok(occurrence.schedule.tenant.namespace.as_str().into()),
            Name::OccurrenceId => Ok(occurrence.id.to_string().into()),
            Name::NominalAt(None) => time(planned.nominal_at),
            Name::NominalAt(Some(format)) => self.format_nominal(format),
            Name::DueAt => time(planned.due_at),
            Name::PeriodKey => Ok(planned.period_key.as_str().into()),
            Name::PeriodStart => planned.period.map_or(Ok("".into()), |(start, _)| time(start)),
            Name::PeriodEnd => planned.period.map_or(Ok("".into()), |(_, end)| time(end)),
            Name::Discriminator => Ok(planned.discriminator.as_str().into()),
            Name::Attempt => Ok(occurrence.attempt.to_string().into()),
            Name::Trigger => Ok(planned.trigger.as_str().into()),
            Name::IdempotencyKey => Ok(self.run.idempotency_key().to_string().into()),
            Name::CorrelationId => Ok(planned.correlation_id.as_deref().unwrap_or_default().into()),
            Name::Label(label) => found(name, self.run.definition.labels.get(label)),
            Name::Metadata(key) => found(name, self.action.metadata.get(key)),
            Name::Payload(path) => self.payload(path).ok_or_else(|| missing(name)),
            Name::Secret(secret) => {
                let value = self.secrets.and_then(|secrets| secrets.get(secret));
                value.map(|secret| Cow::Borrowed(secret.expose())).ok_or_else(|| missing(name))
            }
        }
    }

    fn format_nominal(&self, format: &str) -> Result<Cow<'a, str>, Error> {
        let zone = time_zone(&self.run.definition.spec.timezone)?;
        let nominal = self.run.occurrence.planned.nominal_at.to_zoned(zone);
        match jiff::fmt::strtime::format(format, &nominal) {
            Ok(text) => Ok(text.into()),
            Err(error) => {
                Err(Error::invalid(ErrorCode::TemplateFormat, format!("the format `{format}` is not valid: {error}")))
            }
        }
    }

    fn payload(&self, path: &[String]) -> Option<Cow<'a, str>> {
        let step = |value: &'a Value, key: &String| match value {
            Value::Object(fields) => fields.get(key),
            Value::Array(items) => items.get(key.parse::<usize>().ok()?),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
        };
        match path.iter().try_fold(&self.action.payload, step)? {
            Value::String(text) => Some(text.as_str().into()),
            Value::Null => Some("".into()),
            other => Some(other.to_string().into()),
        }
    }
}

fn found<'a>(name: &Name, value: Option<&'a String>) -> Result<Cow<'a, str>, Error> {
    value.map(|value| Cow::Borrowed(value.as_str())).ok_or_else(|| missing(name))
}

fn missing(name: &Name) -> Error {
    let detail = format!("`{{{{{}}}}}` has no value here", name.as_text());
    Error::invalid(ErrorCode::TemplateMissingValue, detail)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::dispatch::template::fixture::run;
    use crate::dispatch::template::{RENDERED_BYTES_MAX, Template, ValuePosition};

    fn rendered(text: &str) -> Result<String, Error> {
        let mut run = run("0 9 * * *", "America/New_York", "2026-07-01T13:00:00Z");
        std::sync::Arc::make_mut(&mut run.definition).labels.insert("team".to_owned(), "billing".to_owned());
        let mut action =
            Action::new("webhook", json!({"a": {"b": [1, "two"]}, "n": null, "t": true, "x": "{{attempt}}"}));
        action.metadata.insert("ticket.id".to_owned(), "T-1".to_owned());
        Template::parse(text).unwrap().render(&Values::new(&run, &action), ValuePosition::Text)
    }

    #[test]
    fn placeholders_have_the_values_of_the_run() {
        for (text, expected) in [
            ("{{schedule.id}}/{{recurring_id}} of {{schedule.namespace}}/{{ schedule.tenant }}", "a/a of default/acme"),
            ("{{execution_time}}={{nominal_at}}", "2026-07-01T13:00:00Z=2026-07-01T13:00:00Z"),
            ("{{nominal_at:%Y-%m-%d %H:%M %Z}}", "2026-07-01 09:00 EDT"),
            ("[{{period_start}}{{period_end}}{{correlation_id}}{{discriminator}}]", "[]"),
            ("{{occurrence.id}} {{attempt}} {{trigger}}", "1 1 schedule"),
            ("{{label.team}} {{metadata.ticket.id}}", "billing T-1"),
            (
                "{{payload.a.b.0}} {{payload.a.b.1}} {{payload.a.b}} [{{payload.n}}] {{payload.t}}",
                "1 two [1,\"two\"] [] true",
            ),
            ("{{{{attempt}} costs {{attempt}}", "{{attempt}} costs 1"),
        ] {
            assert_eq!(rendered(text).unwrap(), expected, "{text}");
        }
    }

    #[test]
    fn the_same_occurrence_gives_the_same_text_at_every_attempt_and_by_every_trigger() {
        let template =
            Template::parse("{{recurring_id}} {{execution_time}} {{period_key}} {{idempotency_key}}").unwrap();
        let first = run("0 9 * * *", "UTC", "2026-07-01T09:00:00Z");
        let text = |run: &Run| {
            let action = run.definition.action.clone();
            template.render(&Values::new(run, &action), ValuePosition::Text).unwrap()
        };
        let expected = text(&first);
        assert!(expected.starts_with("a 2026-07-01T09:00:00Z a "), "{expected}");
        for trigger in crate::model::Trigger::ALL {
            let mut other = first.clone();
            let occurrence = std::sync::Arc::make_mut(&mut other.occurrence);
            occurrence.planned.trigger = trigger;
            occurrence.attempt = 7;
            occurrence.planned.correlation_id = Some("another request".to_owned());
            assert_eq!(text(&other), expected, "{trigger:?}");
        }
    }

    #[test]
    fn a_value_is_never_read_as_a_template() {
        assert_eq!(rendered("{{payload.x}}").unwrap(), "{{attempt}}");
    }

    #[test]
    fn a_value_that_is_not_there_is_named() {
        for text in
            ["{{label.missing}}", "{{metadata.nothing}}", "{{payload.a.c}}", "{{payload.a.b.7}}", "{{payload.t.x}}"]
        {
            let error = rendered(text).unwrap_err();
            assert_eq!(error.code(), "template_missing_value");
            assert!(error.to_string().contains(text), "{error}");
        }
    }

    #[test]
    fn a_short_template_cannot_make_a_long_text() {
        let run = run("0 9 * * *", "UTC", "2026-07-01T13:00:00Z");
        let action = Action::new("webhook", json!({"long": "x".repeat(100_000)}));
        let template = Template::parse(&"{{payload.long}}".repeat(1_000)).unwrap();
        let error = template.render(&Values::new(&run, &action), ValuePosition::Text).unwrap_err();
        assert_eq!(error.code(), "template_too_large");
        assert!(error.to_string().contains(&RENDERED_BYTES_MAX.to_string()));
    }
}
