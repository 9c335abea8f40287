//! A recurrence with its time zone, bounds, first run, jitter, calendars and DST policy.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::dst::Dst;
use super::first_run::FirstRun;
use super::jitter::Jitter;
use super::named_calendar::CalendarUse;
use super::recurrence::Recurrence;

/// The definition: a recurrence with its time zone, bounds, first run, jitter, calendars and DST policy.
///
/// It is the same value in JSON and in Rust. [`CompiledRecurrence::compile`](crate::CompiledRecurrence::compile)
/// checks it.
///
/// ```
/// use refrain_recurrence::{Gap, Spec};
///
/// let spec: Spec = serde_json::from_str(
///     r#"{
///         "recurrence": {"kind": "cron", "expression": "30 2 * * *"},
///         "timezone": "Europe/Berlin",
///         "dst": {"gap": "skip"},
///         "ends_at": "2027-01-01T00:00:00Z"
///     }"#,
/// )?;
/// assert_eq!(spec.dst.gap, Some(Gap::Skip));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(
    feature = "schema",
    schema(description = "Everything that decides when a schedule runs, as stored and as sent over the wire.")
)]
#[serde(deny_unknown_fields)]
pub struct Spec {
    /// Recurrence that says when the schedule runs.
    pub recurrence: Recurrence,
    /// IANA name of the time zone whose wall clock the recurrence follows, or a fixed offset such as `+05:30`.
    pub timezone: String,
    /// Policy for local times that an offset change skips or repeats.
    #[serde(default, skip_serializing_if = "Dst::is_default")]
    pub dst: Dst,
    /// Start, inclusive: no occurrence is earlier. Intervals are counted from here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts_at: Option<Timestamp>,
    /// End, exclusive: every occurrence is earlier.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends_at: Option<Timestamp>,
    /// Maximum number of occurrences that may start. Default: no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_runs: Option<u64>,
    /// Extra occurrence before the regular ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<super::schema::FirstRunSchema>))]
    pub first_run: Option<FirstRun>,
    /// Named calendars that exclude days or roll occurrences to business days.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calendars: Vec<CalendarUse>,
    /// Deterministic delay that spreads load.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jitter: Option<Jitter>,
}

impl Spec {
    /// Creates a definition with defaults for all fields except the recurrence and the time zone.
    pub fn new(recurrence: Recurrence, timezone: impl Into<String>) -> Self {
        Self {
            recurrence,
            timezone: timezone.into(),
            dst: Dst::default(),
            starts_at: None,
            ends_at: None,
            max_runs: None,
            first_run: None,
            calendars: Vec::new(),
            jitter: None,
        }
    }
}
