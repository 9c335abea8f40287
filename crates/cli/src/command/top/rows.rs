//! Rows of the table: the schedules that need attention, or all of them.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};
use refrain_client::types::Schedule;

use super::fleet::Fleet;
use crate::output::{Tone, duration};

/// Time after which a run counts as long, and a due occurrence as late.
const LONG_FOR: SignedDuration = SignedDuration::from_secs(60);

/// Why a schedule needs attention, most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reason {
    /// No node has planned it.
    NotPlanned,
    /// An error has disabled it.
    Disabled,
    /// An occurrence is due and has not started.
    Late,
    /// It has failed in a row, or in the last day.
    Failing,
    /// A run takes long.
    RunningLong,
    /// An attempt failed, and the next one is due.
    Retrying,
    /// It needs no attention.
    None,
}

/// A schedule in the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) id: String,
    pub(super) reason: Reason,
    /// The reason in words.
    pub(super) text: String,
    pub(super) since: Option<Timestamp>,
    pub(super) failures: u64,
    pub(super) status: Option<String>,
    pub(super) next_at: Option<Timestamp>,
    pub(super) note: String,
}

/// Order of the rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum SortKey {
    /// Most urgent first.
    #[default]
    Urgency,
    /// By ID.
    Id,
    /// Most failures first.
    Failures,
    /// Longest first.
    Since,
    /// Next run first.
    Next,
}

impl SortKey {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Urgency => "urgency",
            Self::Id => "id",
            Self::Failures => "failures",
            Self::Since => "since",
            Self::Next => "next",
        }
    }

    /// Returns the key that follows.
    pub(super) fn next(self) -> Self {
        match self {
            Self::Urgency => Self::Id,
            Self::Id => Self::Failures,
            Self::Failures => Self::Since,
            Self::Since => Self::Next,
            Self::Next => Self::Urgency,
        }
    }
}

impl Row {
    /// Returns the color of the reason.
    pub(super) fn tone(&self) -> Tone {
        match self.reason {
            Reason::NotPlanned | Reason::Disabled | Reason::Late | Reason::Failing => Tone::Bad,
            Reason::RunningLong | Reason::Retrying => Tone::Warn,
            Reason::None => Tone::Plain,
        }
    }

    /// Creates the row of a schedule from the schedule itself.
    fn of(schedule: &Schedule) -> Self {
        let counters = &schedule.counters;
        let failures = counters.consecutive_failures;
        let reason = if failures > 0 { Reason::Failing } else { Reason::None };
        Self {
            id: schedule.id.clone(),
            reason,
            text: if failures > 0 { format!("failing {failures}x") } else { "ok".to_owned() },
            since: if failures > 0 { counters.last_success_at.or(counters.last_ended_at) } else { None },
            failures,
            status: Some(schedule.status.clone()),
            next_at: schedule.next_at,
            note: match (failures, &schedule.problem) {
                (_, Some(problem)) => problem.clone(),
                (0, None) => schedule.sentence.clone().unwrap_or_default(),
                (_, None) => counters.last_error.clone().unwrap_or_default(),
            },
        }
    }
}

/// Returns the schedules that need attention. One with several reasons has a row for the most urgent one.
pub(super) fn attention(fleet: &Fleet, now: Timestamp) -> Vec<Row> {
    let mut rows: BTreeMap<String, Row> = BTreeMap::new();
    let mut add = |row: Row| {
        let row = with_schedule(row, fleet);
        match rows.get(&row.id) {
            Some(known) if known.reason <= row.reason => {}
            Some(_) | None => drop(rows.insert(row.id.clone(), row)),
        }
    };
    for stale in &fleet.stale {
        let note = stale.problem.clone().unwrap_or_else(|| "no node has planned it".to_owned());
        add(row(&stale.id, Reason::NotPlanned, "not planned".to_owned(), stale.due_at, note));
    }
    for schedule in &fleet.disabled {
        let note = schedule.status_note.text.clone().or_else(|| schedule.problem.clone()).unwrap_or_default();
        let since = Some(schedule.updated_at);
        add(Row { reason: Reason::Disabled, text: "disabled".to_owned(), since, note, ..Row::of(schedule) });
    }
    for due in fleet.due.0.iter().filter(|due| now.duration_since(due.due_at) >= LONG_FOR) {
        let (reason, text, note) = match due.attempt {
            0 => (Reason::Late, "not started", "due, and no node has started it"),
            _ => (Reason::Retrying, "retrying", "an attempt failed; the next one is not due yet, or waits"),
        };
        let note = due.message.clone().unwrap_or_else(|| note.to_owned());
        add(row(&due.schedule, reason, text.to_owned(), Some(due.due_at), note));
    }
    for run in &fleet.running {
        let Some(started_at) = run.started_at.filter(|at| now.duration_since(*at) >= LONG_FOR) else { continue };
        let node = run.node.as_deref().unwrap_or("an unknown node");
        let note = format!("run {}, attempt {}, on {node}", run.id, run.attempt);
        let text = format!("running {}", duration(now.duration_since(started_at)));
        add(row(&run.schedule, Reason::RunningLong, text, Some(started_at), note));
    }
    for failed in &fleet.failed.0 {
        let count = failed.spans.iter().map(|span| span.counts.failed).sum::<i64>();
        let at = failed.spans.last().map(|span| span.until);
        let failing = row(&failed.schedule, Reason::Failing, format!("failed {count}x"), at, String::new());
        let failing = Row { failures: u64::try_from(count).unwrap_or_default(), ..failing };
        match fleet.schedules.get(&failed.schedule) {
            // It has succeeded since, or is gone.
            Some(schedule) if schedule.counters.consecutive_failures == 0 => {}
            Some(schedule) => {
                let own = Row::of(schedule);
                add(Row { since: own.since.or(failing.since), text: own.text, note: own.note, ..failing });
            }
            None => add(failing),
        }
    }
    rows.into_values().collect()
}

/// Returns all schedules that were read as a list.
pub(super) fn all(schedules: &[Schedule]) -> Vec<Row> {
    schedules.iter().map(Row::of).collect()
}

/// Sorts rows. Equal ones are in order of ID.
pub(super) fn sort(rows: &mut [Row], key: SortKey) {
    let last = Timestamp::MAX;
    rows.sort_by(|a, b| {
        let by_key = match key {
            SortKey::Urgency => a.reason.cmp(&b.reason).then(b.failures.cmp(&a.failures)),
            SortKey::Id => std::cmp::Ordering::Equal,
            SortKey::Failures => b.failures.cmp(&a.failures),
            SortKey::Since => a.since.unwrap_or(last).cmp(&b.since.unwrap_or(last)),
            SortKey::Next => a.next_at.unwrap_or(last).cmp(&b.next_at.unwrap_or(last)),
        };
        by_key.then_with(|| a.id.cmp(&b.id))
    });
}

fn row(id: &str, reason: Reason, text: String, since: Option<Timestamp>, note: String) -> Row {
    Row { id: id.to_owned(), reason, text, since, failures: 0, status: None, next_at: None, note }
}

/// Adds what is known about the schedule.
fn with_schedule(row: Row, fleet: &Fleet) -> Row {
    match fleet.schedules.get(&row.id) {
        Some(schedule) => Row {
            status: Some(schedule.status.clone()),
            next_at: schedule.next_at,
            failures: row.failures.max(schedule.counters.consecutive_failures),
            ..row
        },
        None => row,
    }
}
