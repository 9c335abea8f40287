//! The closed list of names that templates may use.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::SecretUse;
use crate::error::Error;
use crate::error_code::ErrorCode;
use crate::model::DocumentName;

/// Maximum length of a time format in bytes.
const FORMAT_BYTES_MAX: usize = 128;
/// Maximum number of characters of an unknown name shown in an error.
const SHOWN_CHARS_MAX: usize = 60;
/// Maximum edit distance of a suggestion for an unknown name.
const SUGGESTION_DISTANCE_MAX: usize = 4;

/// A name that a template may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Name {
    /// `schedule.id`, or the older `recurring_id`.
    ScheduleId,
    /// `schedule.tenant`.
    Tenant,
    /// `schedule.namespace`.
    Namespace,
    /// `occurrence.id`.
    OccurrenceId,
    /// `nominal_at`, or the older `execution_time`. `nominal_at:FORMAT` is formatted in the schedule's time
    /// zone.
    NominalAt(Option<String>),
    /// `due_at`.
    DueAt,
    /// `period_key`.
    PeriodKey,
    /// `period_start`; empty if the recurrence has no calendar periods.
    PeriodStart,
    /// `period_end`; empty if the recurrence has no calendar periods.
    PeriodEnd,
    /// `discriminator`.
    Discriminator,
    /// `attempt`.
    Attempt,
    /// `trigger`.
    Trigger,
    /// `idempotency_key`.
    IdempotencyKey,
    /// `correlation_id`; empty if the run has none.
    CorrelationId,
    /// `label.NAME`.
    Label(String),
    /// `metadata.NAME`.
    Metadata(String),
    /// `payload.PATH`: field names and list positions, separated by dots.
    Payload(Vec<String>),
    /// `secret.NAME`.
    Secret(String),
}

/// Names without parameters.
const SIMPLE_NAMES: [(&str, Name); 16] = [
    ("schedule.id", Name::ScheduleId),
    ("recurring_id", Name::ScheduleId),
    ("schedule.tenant", Name::Tenant),
    ("schedule.namespace", Name::Namespace),
    ("occurrence.id", Name::OccurrenceId),
    ("nominal_at", Name::NominalAt(None)),
    ("execution_time", Name::NominalAt(None)),
    ("due_at", Name::DueAt),
    ("period_key", Name::PeriodKey),
    ("period_start", Name::PeriodStart),
    ("period_end", Name::PeriodEnd),
    ("discriminator", Name::Discriminator),
    ("attempt", Name::Attempt),
    ("trigger", Name::Trigger),
    ("idempotency_key", Name::IdempotencyKey),
    ("correlation_id", Name::CorrelationId),
];

/// Prefixes that are followed by a name chosen by the user.
const PREFIXES: [&str; 4] = ["label.", "metadata.", "payload.", "secret."];

impl Name {
    /// Parses the text between the braces.
    pub(super) fn parse(text: &str, column: usize, secrets: SecretUse) -> Result<Self, Error> {
        if let Some((_, name)) = SIMPLE_NAMES.iter().find(|(known, _)| *known == text) {
            return Ok(name.clone());
        }
        if let Some(format) = text.strip_prefix("nominal_at:") {
            return time_format(format, column).map(|format| Self::NominalAt(Some(format)));
        }
        let unknown = || unknown(text, column);
        let (prefix, own) = PREFIXES
            .iter()
            .find_map(|prefix| text.strip_prefix(prefix).map(|own| (*prefix, own)))
            .filter(|(_, own)| !own.is_empty() && !own.contains(['{', '}']))
            .ok_or_else(unknown)?;
        match prefix {
            "label." => Ok(Self::Label(own.to_owned())),
            "metadata." => Ok(Self::Metadata(own.to_owned())),
            "payload." if own.split('.').any(str::is_empty) => Err(unknown()),
            "payload." => Ok(Self::Payload(own.split('.').map(str::to_owned).collect())),
            _ if DocumentName::new(own).is_err() => Err(unknown()),
            _ if secrets == SecretUse::Refused => Err(secret_not_allowed(own, column)),
            _ => Ok(Self::Secret(own.to_owned())),
        }
    }

    /// Returns the name as it is written in a template, without the braces.
    pub fn as_text(&self) -> String {
        match self {
            Self::NominalAt(Some(format)) => format!("nominal_at:{format}"),
            Self::Label(name) => format!("label.{name}"),
            Self::Metadata(name) => format!("metadata.{name}"),
            Self::Payload(path) => format!("payload.{}", path.join(".")),
            Self::Secret(name) => format!("secret.{name}"),
            Self::ScheduleId
            | Self::Tenant
            | Self::Namespace
            | Self::OccurrenceId
            | Self::NominalAt(None)
            | Self::DueAt
            | Self::PeriodKey
            | Self::PeriodStart
            | Self::PeriodEnd
            | Self::Discriminator
            | Self::Attempt
            | Self::Trigger
            | Self::IdempotencyKey
            | Self::CorrelationId => SIMPLE_NAMES
                .iter()
                .find(|(_, name)| name == self)
                .map_or_else(String::new, |(text, _)| (*text).to_owned()),
        }
    }
}

/// Checks a time format. The format is used once here, so that it cannot fail later.
fn time_format(format: &str, column: usize) -> Result<String, Error> {
    let refused = |problem: &str| {
        let detail = format!("the format `{format}` at column {column} is not valid: {problem}");
        Error::invalid(ErrorCode::TemplateFormat, detail).with_hint("a format looks like %Y-%m-%dT%H:%M:%S")
    };
    if format.is_empty() || format.len() > FORMAT_BYTES_MAX {
        return Err(refused("it must have 1 to 128 bytes"));
    }
    let tried = Timestamp::UNIX_EPOCH.to_zoned(TimeZone::UTC);
    match jiff::fmt::strtime::format(format, &tried) {
        Ok(_) => Ok(format.to_owned()),
        Err(error) => Err(refused(&error.to_string())),
    }
}

fn secret_not_allowed(name: &str, column: usize) -> Error {
    let detail = format!("`{{{{secret.{name}}}}}` at column {column}: secrets are not allowed here");
    Error::invalid(ErrorCode::TemplateSecret, detail)
        .with_hint("secrets are allowed only in a target, a header or a body")
}

fn unknown(text: &str, column: usize) -> Error {
    let shown: String = text.chars().take(SHOWN_CHARS_MAX).collect();
    let nearest = SIMPLE_NAMES.iter().map(|(known, _)| *known).chain(PREFIXES);
    let nearest = nearest.map(|known| (strsim::damerau_levenshtein(&shown, known), known)).min();
    let guess = match nearest {
        Some((distance, known)) if distance <= SUGGESTION_DISTANCE_MAX => format!("; did you mean `{known}`?"),
        _ => String::new(),
    };
    let detail = format!("`{{{{{shown}}}}}` at column {column} is not a template name{guess}");
    Error::invalid(ErrorCode::TemplateUnknownName, detail).with_hint("write `{{{{` for two literal braces")
}
