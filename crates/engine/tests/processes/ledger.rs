//! Reads the final contents of the ledger and the receiver for the judge.

use std::collections::BTreeMap;

use refrain::Refrain;
use refrain::model::{Attempt, NewGap, Occurrence, OccurrenceId, Schedule, State, Status};
use refrain::store::{OccurrenceFilter, PAGE_ROWS_MAX, Page, StoreError};

use crate::receiver::Effect;
use crate::work::{BY_RECURRENCE, MANUAL};

/// An occurrence with its attempts and effects.
pub(crate) struct Row {
    pub(crate) occurrence: Occurrence,
    /// Attempts in chronological order.
    pub(crate) attempts: Vec<Attempt>,
    /// Effects in the order in which they were written.
    pub(crate) effects: Vec<Effect>,
}

/// A schedule with all its rows and gaps.
pub(crate) struct ScheduleRecord {
    pub(crate) schedule: Schedule,
    pub(crate) rows: Vec<Row>,
    pub(crate) gaps: Vec<NewGap>,
}

/// Returns whether nothing is left to plan or run.
pub(crate) async fn is_idle(refrain: &Refrain) -> Result<bool, refrain::Error> {
    for id in BY_RECURRENCE {
        let schedule = refrain.get(id).await?.unwrap();
        let states = vec![State::Planned, State::Running];
        let filter =
            OccurrenceFilter { schedule: Some(schedule.key.id.clone()), states, ..OccurrenceFilter::default() };
        let open = refrain.store().occurrences(&schedule.key.tenant, &filter, &Page::first(1)).await?;
        if schedule.status != Status::Finished || !open.rows.is_empty() {
            return Ok(false);
        }
    }
    let by_hand = refrain.runs(MANUAL, &Page::first(PAGE_ROWS_MAX)).await?;
    Ok(by_hand.rows.iter().all(|row| row.state.is_terminal()))
}

/// Reads all schedules with their rows, gaps and effects.
pub(crate) async fn read(refrain: &Refrain, effects: Vec<Effect>) -> Vec<ScheduleRecord> {
    let mut effects_of: BTreeMap<OccurrenceId, Vec<Effect>> = BTreeMap::new();
    for effect in effects {
        effects_of.entry(effect.occurrence).or_default().push(effect);
    }
    let mut reported = Vec::new();
    for id in BY_RECURRENCE.into_iter().chain([MANUAL]) {
        let schedule = refrain.get(id).await.unwrap().unwrap();
        let mut rows = Vec::new();
        let mut page = Page::first(PAGE_ROWS_MAX);
        loop {
            let part = refrain.runs(id, &page).await.unwrap();
            for occurrence in part.rows {
                let (occurrence, attempts) = refrain.run(occurrence.id).await.unwrap().unwrap();
                let effects = effects_of.remove(&occurrence.id).unwrap_or_default();
                rows.push(Row { occurrence, attempts, effects });
            }
            let Some(next) = part.next else { break };
            page = Page::after(PAGE_ROWS_MAX, next);
        }
        let gaps = refrain.store().gaps(&schedule.key, &Page::first(PAGE_ROWS_MAX)).await;
        let gaps = gaps.map(|page| page.rows.into_iter().map(|gap| gap.covers).collect());
        reported.push(ScheduleRecord {
            schedule,
            rows,
            gaps: gaps.unwrap_or_else(|error: StoreError| panic!("{error}")),
        });
    }
    assert!(effects_of.is_empty(), "effects of occurrences that do not exist: {effects_of:?}");
    reported
}
