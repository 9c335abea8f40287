//! API representation of an event.

use jiff::Timestamp;
use refrain::model::{ScheduleKey, Tenant};
use refrain::observe::Event;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::occurrence_view::OccurrenceView;

/// Kind of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = EventKind)]
pub(crate) enum Kind {
    /// Occurrences of a schedule were planned.
    Planned,
    /// A schedule has nothing left to plan.
    Finished,
    /// Missed occurrences were collapsed into a gap.
    Gap,
    /// An attempt started.
    Started,
    /// An attempt was dispatched.
    Dispatched,
    /// An occurrence completed.
    Completed,
    /// An attempt failed and will be retried.
    Retried,
    /// A run wrote a log record.
    Logged,
    /// A condition that people should know about.
    Alarm,
}

impl Kind {
    pub(crate) const ALL: [Self; 9] = [
        Self::Planned,
        Self::Finished,
        Self::Gap,
        Self::Started,
        Self::Dispatched,
        Self::Completed,
        Self::Retried,
        Self::Logged,
        Self::Alarm,
    ];

    /// Returns the stable name, which is also the type of the server-sent event.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Planned => "planned",
            Self::Finished => "finished",
            Self::Gap => "gap",
            Self::Started => "started",
            Self::Dispatched => "dispatched",
            Self::Completed => "completed",
            Self::Retried => "retried",
            Self::Logged => "logged",
            Self::Alarm => "alarm",
        }
    }

    pub(crate) fn from_text(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }
}

/// An event.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EventView {
    /// Kind of the event.
    pub(crate) kind: Kind,
    /// Time of the event.
    pub(crate) at: Timestamp,
    /// Schedule ID. Null if the event is not about a schedule.
    pub(crate) schedule: Option<String>,
    /// Occurrence ID.
    occurrence_id: Option<i64>,
    /// The occurrence at that time, for `started`, `completed` and `retried`.
    occurrence: Option<OccurrenceView>,
    /// Number of planned occurrences, or of occurrences collapsed into a gap.
    count: Option<i64>,
    /// Number of the attempt.
    attempt: Option<u32>,
    /// Time of the next attempt.
    retry_at: Option<Timestamp>,
    /// Kind of alarm, or outcome of a dispatch.
    detail: Option<&'static str>,
    /// Error message, alarm text or log record.
    message: Option<String>,
}

impl EventView {
    /// Returns the tenant of an event and its API representation, or `None` if the event belongs to no
    /// tenant.
    pub(super) fn of(event: &Event, at: Timestamp) -> Option<(Tenant, Self)> {
        if let Event::Alarm(alarm) = event {
            let tenant = alarm.tenant()?.clone();
            let schedule = alarm.schedule().map(|schedule| schedule.id.to_string());
            let reported = Self {
                schedule,
                detail: Some(alarm.name()),
                message: Some(alarm.to_string()),
                ..empty_event(Kind::Alarm, at)
            };
            return Some((tenant, reported));
        }
        let (schedule, reported) = of_schedule(event, at)?;
        Some((schedule.tenant.clone(), Self { schedule: Some(schedule.id.to_string()), ..reported }))
    }

    /// Returns the event without its long fields.
    pub(super) fn brief(&self) -> Self {
        Self {
            schedule: self.schedule.clone(),
            occurrence_id: self.occurrence_id,
            count: self.count,
            attempt: self.attempt,
            retry_at: self.retry_at,
            detail: self.detail,
            ..empty_event(self.kind, self.at)
        }
    }
}

fn of_schedule(event: &Event, at: Timestamp) -> Option<(&ScheduleKey, EventView)> {
    Some(match event {
        Event::Planned { schedule, rows } => {
            (schedule, EventView { count: whole(*rows), ..empty_event(Kind::Planned, at) })
        }
        Event::Finished { schedule } => (schedule, empty_event(Kind::Finished, at)),
        Event::GapRecorded { schedule, gap } => {
            (schedule, EventView { count: i64::try_from(gap.count).ok(), ..empty_event(Kind::Gap, at) })
        }
        Event::Started(occurrence) => (&occurrence.schedule, with(Kind::Started, at, occurrence)),
        Event::Ended(occurrence) => (&occurrence.schedule, with(Kind::Completed, at, occurrence)),
        Event::Retried { occurrence, at: retry_at, message } => {
            let reported = with(Kind::Retried, at, occurrence);
            (&occurrence.schedule, EventView { retry_at: Some(*retry_at), message: message.clone(), ..reported })
        }
        Event::Dispatched(dispatched) => {
            let reported = EventView {
                occurrence_id: Some(dispatched.occurrence.0),
                attempt: Some(dispatched.attempt),
                detail: Some(dispatched.outcome.as_str()),
                ..empty_event(Kind::Dispatched, at)
            };
            (&dispatched.schedule, reported)
        }
        Event::Logged { schedule, occurrence, attempt, line } => {
            let reported = EventView {
                occurrence_id: Some(occurrence.0),
                attempt: Some(*attempt),
                message: Some(line.clone()),
                ..empty_event(Kind::Logged, at)
            };
            (schedule, reported)
        }
        // Alarms are handled by the caller, and events of a later engine are unknown here.
        _ => return None,
    })
}

fn with(kind: Kind, at: Timestamp, occurrence: &refrain::model::Occurrence) -> EventView {
    EventView {
        occurrence_id: Some(occurrence.id.0),
        attempt: Some(occurrence.attempt),
        occurrence: Some(OccurrenceView::of(occurrence.clone())),
        ..empty_event(kind, at)
    }
}

fn empty_event(kind: Kind, at: Timestamp) -> EventView {
    EventView {
        kind,
        at,
        schedule: None,
        occurrence_id: None,
        occurrence: None,
        count: None,
        attempt: None,
        retry_at: None,
        detail: None,
        message: None,
    }
}

fn whole(count: usize) -> Option<i64> {
    i64::try_from(count).ok()
}
