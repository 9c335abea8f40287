//! Every attempt of a row is sent with the payload that a person gave the row, and every other row with the payload
//! of its schedule. A discarded row runs again only after it was reopened.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use refrain::delivery::Run;
use refrain::model::{NewOccurrence, Occurrence, OccurrenceId, RunPayload};
use refrain::store::{InsertResult, OccurrenceChange};
use serde_json::Value;

use crate::features::Feature;
use crate::watch::Observer;

/// What people requested of single rows, by the commits of their requests.
#[derive(Clone, Debug, Default)]
pub(crate) struct RunRequests {
    payloads: BTreeMap<OccurrenceId, Arc<RunPayload>>,
    discarded: BTreeSet<OccurrenceId>,
}

impl Observer {
    /// Records the payloads of rows that a person requested.
    pub(crate) fn rows_inserted(&mut self, rows: &[NewOccurrence], inserted: &[InsertResult]) {
        for (row, inserted) in rows.iter().zip(inserted) {
            if let (InsertResult::New(id), Some(payload)) = (inserted, &row.payload) {
                self.run_requests.payloads.insert(*id, Arc::clone(payload));
            }
        }
    }

    /// Records what a person's change of a row says about its payload and its discard.
    pub(crate) fn row_changed_by_hand(&mut self, row: &Occurrence, change: &OccurrenceChange) {
        match change {
            OccurrenceChange::Reopen { payload, .. } => {
                self.run_requests.discarded.remove(&row.id);
                if let Some(payload) = payload {
                    self.run_requests.payloads.insert(row.id, Arc::clone(payload));
                }
            }
            OccurrenceChange::Discard => {
                self.run_requests.discarded.insert(row.id);
                self.meets(row.schedule_uid, Feature::Discard);
            }
            OccurrenceChange::Skip | OccurrenceChange::Cancel => {}
        }
    }

    /// Forgets the payloads of superseded rows that are planned again with new content.
    pub(crate) fn forget_payloads(&mut self, rows: &[Occurrence]) {
        for row in rows {
            self.run_requests.payloads.remove(&row.id);
        }
    }

    /// Checks a row that a claim leased.
    pub(super) fn check_not_discarded(&mut self, row: &Occurrence) {
        if self.run_requests.discarded.contains(&row.id) {
            self.report_violation("a discarded row runs only when reopened", format!("row {} was claimed", row.id));
        }
    }

    /// Checks the payload of a run that the engine sends. The definition is the one that was saved.
    pub(crate) fn check_payload(&mut self, run: &Run, sent: &Value) {
        let own = self.run_requests.payloads.get(&run.occurrence.id).cloned();
        let expected = own.as_ref().map_or(&run.definition.action.payload, |own| &own.value);
        if own.is_some() {
            self.meets(run.occurrence.schedule_uid, Feature::RunPayload);
        }
        if sent != expected {
            let text = format!("row {}: attempt {} sent {sent}", run.occurrence.id, run.occurrence.attempt);
            self.report_violation("every attempt has the payload of its run", text);
        }
    }
}
