//! Instants that an edit must not run again, because their occurrences have started or completed.
//!
//! An edit may give the same instant a different period key, under which the ledger has no row. An occurrence
//! that is running or completed keeps its old key, and no second one is added for its instant. The same is true
//! for one that a person has reopened, and for one that a node leases ahead of time and releases while the edit is
//! being made. One that an earlier edit superseded never ran: it is planned again.

use std::collections::HashSet;

use jiff::{SignedDuration, Timestamp};

use super::Control;
use crate::error::Error;
use crate::error_code::ErrorCode;
use crate::model::{NewOccurrence, Occurrence, OccurrenceId, Schedule, State};
use crate::store::{OccurrenceFilter, PAGE_ROWS_MAX, Page};

impl<R> Control<R> {
    /// Removes new occurrences for instants at which the schedule has an occurrence that has started or completed,
    /// or that a person requested. `planned` are the occurrences that the edit handles itself. An occurrence that is
    /// planned but not among them was leased when they were read.
    pub(super) async fn without_started(
        &self,
        schedule: &Schedule,
        planned: &[Occurrence],
        mut add: Vec<NewOccurrence>,
    ) -> Result<Vec<NewOccurrence>, Error> {
        let handled: HashSet<OccurrenceId> = planned.iter().map(|row| row.id).collect();
        let mut begun = self.find_recorded(schedule, &add).await?;
        begun.retain(|row| is_taken(row) || !(row.is_superseded() || handled.contains(&row.id)));
        let taken: HashSet<(Timestamp, &str)> =
            begun.iter().map(|begun| (begun.planned.nominal_at, begun.planned.discriminator.as_str())).collect();
        add.retain(|row| !taken.contains(&(row.nominal_at, row.discriminator.as_str())));
        Ok(add)
    }

    /// Rejects new occurrences for instants at which the schedule has an occurrence that has started or completed.
    pub(super) async fn reject_started(&self, schedule: &Schedule, add: &[NewOccurrence]) -> Result<(), Error> {
        let mut begun = self.find_recorded(schedule, add).await?;
        begun.retain(has_started);
        let Some((row, begun)) =
            add.iter().find_map(|row| begun.iter().find(|begun| is_same_time(begun, row)).map(|begun| (row, begun)))
        else {
            return Ok(());
        };
        let (id, state, old, new) = (begun.id, begun.state.as_str(), &begun.planned.period_key, &row.period_key);
        let detail = format!(
            "the schedule already has occurrence {id} at {} ({state}, period {old}), and the new recurrence would \
             run it again as period {new}",
            row.nominal_at
        );
        Err(Error::invalid(ErrorCode::AlreadyRecorded, detail).with_hint("name a later time, or run the schedule now"))
    }

    /// Returns the occurrences of the recurrence in the range of the new ones.
    async fn find_recorded(&self, schedule: &Schedule, add: &[NewOccurrence]) -> Result<Vec<Occurrence>, Error> {
        let times = add.iter().map(|row| row.nominal_at);
        let (Some(first), Some(last)) = (times.clone().min(), times.max()) else { return Ok(Vec::new()) };
        let filter = OccurrenceFilter {
            schedule: Some(schedule.key.id.clone()),
            from: Some(first),
            until: Some(last.saturating_add(SignedDuration::from_micros(1)).unwrap_or(Timestamp::MAX)),
            ..OccurrenceFilter::default()
        };
        let mut found = Vec::new();
        let mut page = Page::first(PAGE_ROWS_MAX);
        loop {
            let read = self.store.occurrences(&schedule.key.tenant, &filter, &page).await?;
            let is_own = |row: &Occurrence| row.schedule_uid == schedule.uid && row.planned.is_of_recurrence();
            found.extend(read.rows.into_iter().filter(is_own));
            let Some(next) = read.next else { return Ok(found) };
            page = Page::after(PAGE_ROWS_MAX, next);
        }
    }
}

/// Whether the instant of an occurrence needs no other one.
fn is_taken(row: &Occurrence) -> bool {
    has_started(row) || (!row.is_superseded() && row.planned.trigger.is_user_requested())
}

/// Whether an occurrence has started or completed. One that waits for a retry is in the state planned, but has
/// started.
fn has_started(row: &Occurrence) -> bool {
    match row.state {
        State::Planned | State::Running => row.attempt > 0,
        State::Succeeded | State::Skipped | State::Failed => !row.is_superseded(),
    }
}

fn is_same_time(begun: &Occurrence, row: &NewOccurrence) -> bool {
    begun.planned.nominal_at == row.nominal_at && begun.planned.discriminator == row.discriminator
}
