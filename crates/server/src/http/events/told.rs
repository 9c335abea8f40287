//! An event as it is told to those who listen over HTTP.

use jiff::Timestamp;
use refrain::event::Event;
use refrain::id::{ScheduleKey, Tenant};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::occurrences::OccurrenceView;

/// What kind of event it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = EventKind)]
pub(crate) enum Kind {
    /// A schedule got new rows.
    Planned,
    /// A schedule has nothing left to plan.
    Finished,
    /// Occurrences were folded into a gap.
    Folded,
    /// An attempt begins.
    Started,
    /// An attempt was dispatched.
    Dispatched,
    /// An occurrence ended.
    Ended,
    /// An attempt failed and another follows.
    Retried,
    /// A run wrote a line to its log.
    Logged,
    /// A person should know.
    Alarm,
}

impl Kind {
    pub(crate) const ALL: [Self; 9] = [
        Self::Planned,
        Self::Finished,
        Self::Folded,
        Self::Started,
        Self::Dispatched,
        Self::Ended,
        Self::Retried,
        Self::Logged,
        Self::Alarm,
    ];

    /// The stable text, and the type of the server-sent event.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Planned => "planned",
            Self::Finished => "finished",
            Self::Folded => "folded",
            Self::Started => "started",
            Self::Dispatched => "dispatched",
            Self::Ended => "ended",
            Self::Retried => "retried",
            Self::Logged => "logged",
            Self::Alarm => "alarm",
        }
    }

    pub(crate) fn from_text(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }
}

/// Something that happened.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Told {
    /// What kind it is.
    pub(crate) kind: Kind,
    /// When.
    pub(crate) at: Timestamp,
    /// Of which schedule; null when of none.
    pub(crate) schedule: Option<String>,
    /// Which occurrence.
    occurrence_id: Option<i64>,
    /// The occurrence as it then was, when an attempt begins, ends or is followed by another.
    occurrence: Option<OccurrenceView>,
    /// How many rows were planned or occurrences folded.
    count: Option<i64>,
    /// At which attempt.
    attempt: Option<u32>,
    /// When the next attempt is.
    retry_at: Option<Timestamp>,
    /// What kind of alarm it is, or what came of a dispatch.
    detail: Option<&'static str>,
    /// What went wrong, or what was written, in words.
    message: Option<String>,
}

impl Told {
    /// Whose event it is, and how it is told; none when it is no tenant's.
    pub(super) fn of(event: &Event, at: Timestamp) -> Option<(Tenant, Self)> {
        if let Event::Alarm(alarm) = event {
            let tenant = alarm.tenant()?.clone();
            let schedule = alarm.schedule().map(|schedule| schedule.id.to_string());
            let told = Self {
                schedule,
                detail: Some(alarm.name()),
                message: Some(alarm.to_string()),
                ..bare(Kind::Alarm, at)
            };
            return Some((tenant, told));
        }
        let (schedule, told) = of_schedule(event, at)?;
        Some((schedule.tenant.clone(), Self { schedule: Some(schedule.id.to_string()), ..told }))
    }

    /// The same without what may be long.
    pub(super) fn brief(&self) -> Self {
        Self {
            schedule: self.schedule.clone(),
            occurrence_id: self.occurrence_id,
            count: self.count,
            attempt: self.attempt,
            retry_at: self.retry_at,
            detail: self.detail,
            ..bare(self.kind, self.at)
        }
    }
}

fn of_schedule(event: &Event, at: Timestamp) -> Option<(&ScheduleKey, Told)> {
    Some(match event {
        Event::Planned { schedule, rows } => (schedule, Told { count: whole(*rows), ..bare(Kind::Planned, at) }),
        Event::Finished { schedule } => (schedule, bare(Kind::Finished, at)),
        Event::Folded { schedule, gap } => {
            (schedule, Told { count: i64::try_from(gap.count).ok(), ..bare(Kind::Folded, at) })
        }
        Event::Started(occurrence) => (&occurrence.schedule, with(Kind::Started, at, occurrence)),
        Event::Ended(occurrence) => (&occurrence.schedule, with(Kind::Ended, at, occurrence)),
        Event::Retried { occurrence, at: retry_at, message } => {
            let told = with(Kind::Retried, at, occurrence);
            (&occurrence.schedule, Told { retry_at: Some(*retry_at), message: message.clone(), ..told })
        }
        Event::Dispatched(dispatched) => {
            let told = Told {
                occurrence_id: Some(dispatched.occurrence.0),
                attempt: Some(dispatched.attempt),
                detail: Some(dispatched.outcome.as_str()),
                ..bare(Kind::Dispatched, at)
            };
            (&dispatched.schedule, told)
        }
        Event::Logged { schedule, occurrence, attempt, line } => {
            let told = Told {
                occurrence_id: Some(occurrence.0),
                attempt: Some(*attempt),
                message: Some(line.clone()),
                ..bare(Kind::Logged, at)
            };
            (schedule, told)
        }
        // An alarm may be of no schedule, and what a later engine tells is not known here.
        _ => return None,
    })
}

fn with(kind: Kind, at: Timestamp, occurrence: &refrain::occurrence::Occurrence) -> Told {
    Told {
        occurrence_id: Some(occurrence.id.0),
        attempt: Some(occurrence.attempt),
        occurrence: Some(OccurrenceView::of(occurrence.clone())),
        ..bare(kind, at)
    }
}

fn bare(kind: Kind, at: Timestamp) -> Told {
    Told {
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
