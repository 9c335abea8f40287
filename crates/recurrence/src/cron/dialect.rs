//! Dialects of cron, as data.

use serde::{Deserialize, Serialize};

/// Whose cron a text is written for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Dialect {
    /// Refrain's own: what crontab users expect, with the extensions of the others.
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

/// How day of month and day of week go together when both are restricted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DayMatch {
    /// Either may match.
    Or,
    /// Both must match.
    And,
}

/// Where the seconds field stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SecondsField {
    /// There is none: five fields, or six with a year.
    None,
    /// Before the minutes.
    First,
    /// After the weekdays.
    Last,
}

/// How weekdays are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WeekdayNumbers {
    /// 0 to 7, both ends being Sunday.
    SundayZero,
    /// 1 to 7, 1 being Sunday.
    SundayOne,
}
