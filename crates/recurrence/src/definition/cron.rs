//! A cron expression as written, and the properties of its dialect that a definition can name.

use serde::{Deserialize, Serialize};

use crate::error::{Error, ErrorCode, nearest, quoted};

/// A cron expression, with its dialect and optional overrides of that dialect.
///
/// ```
/// use refrain_recurrence::{Context, CronRecurrence, Dialect, Recurrence, CompiledRecurrence, Spec};
///
/// // Quartz: seconds first, 1 is Sunday, and `6L` is the last Friday of the month.
/// let expression = "0 0 22 ? * 6L".to_owned();
/// let cron = CronRecurrence { expression, dialect: Some(Dialect::Quartz), ..CronRecurrence::default() };
/// let spec = Spec::new(Recurrence::Cron(cron), "America/New_York");
/// let monthly = CompiledRecurrence::compile(&spec, &Context::default())?;
/// let next = monthly.next_after("2026-01-01T00:00:00Z".parse()?).expect("every month has a last Friday");
/// assert_eq!(next.nominal().to_string(), "2026-01-30T22:00:00");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(description = "A cron expression, with optional overrides of its dialect."))]
#[serde(deny_unknown_fields)]
pub struct CronRecurrence {
    /// Five, six or seven fields, a macro such as `@daily`, or `@every 90s`.
    pub expression: String,
    /// Cron dialect that the expression follows. Default: `unix`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dialect: Option<Dialect>,
    /// Whether day of month and day of week must both match. Default: as in the dialect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day_match: Option<DayMatch>,
    /// Position of the seconds field. Default: as in the dialect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<SecondsField>,
    /// Numbering of weekdays. Default: as in the dialect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weekdays: Option<WeekdayNumbers>,
}

/// Cron dialect of an expression: its syntax, and its behavior at offset changes.
///
/// Each dialect other than [`Unix`](Self::Unix) has the run times of the library that it is named after.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(description = "The cron dialect an expression is written in."))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Dialect {
    /// Refrain's own dialect: crontab syntax with the extensions of the others.
    #[default]
    Unix,
    /// Quartz (Java).
    Quartz,
    /// Cronos and Hangfire (.NET).
    Cronos,
    /// robfig/cron (Go, Kubernetes).
    Robfig,
    /// croniter (Python, Airflow).
    Croniter,
    /// croner (JavaScript, Rust).
    Croner,
    /// Temporal schedules.
    Temporal,
}

impl Dialect {
    /// All dialects.
    pub const ALL: [Self; 7] =
        [Self::Unix, Self::Quartz, Self::Cronos, Self::Robfig, Self::Croniter, Self::Croner, Self::Temporal];

    /// Returns the name of the dialect, as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Unix => "unix",
            Self::Quartz => "quartz",
            Self::Cronos => "cronos",
            Self::Robfig => "robfig",
            Self::Croniter => "croniter",
            Self::Croner => "croner",
            Self::Temporal => "temporal",
        }
    }
}

impl std::str::FromStr for Dialect {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Self::ALL.into_iter().find(|dialect| dialect.name() == text).ok_or_else(|| {
            let error = Error::new(ErrorCode::UnknownDialect, format!("{} is not a cron dialect", quoted(text)));
            match nearest(text, Self::ALL.map(Self::name)) {
                Some(near) => error.with_hint(format!("did you mean {near}?")),
                None => error.with_hint(format!("one of {}", Self::ALL.map(Self::name).join(", "))),
            }
        })
    }
}

/// How day of month and day of week combine when both are restricted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum DayMatch {
    /// Either may match.
    Or,
    /// Both must match.
    And,
}

/// Position of the seconds field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum SecondsField {
    /// No seconds field; occurrences are on the full minute.
    None,
    /// Before the minutes.
    First,
    /// After the weekdays.
    Last,
}

/// Numbering of weekdays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum WeekdayNumbers {
    /// 0 is Sunday. In most dialects 7 is Sunday too.
    SundayZero,
    /// 1 to 7, with 1 as Sunday.
    SundayOne,
}
