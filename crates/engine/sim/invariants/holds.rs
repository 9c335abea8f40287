//! Nothing starts under a hold, once the hold has existed for longer than a node may use what it read before.

use jiff::SignedDuration;
use refrain::delivery::Run;
use refrain::dispatch::Hold;
use refrain::model::{DocumentName, Tenant};

use crate::trace::Line;
use crate::watch::Observer;

/// Time for which a node uses the holds it read, plus the round trip of the answer.
const KNOWN_WITHIN: SignedDuration = SignedDuration::from_secs(2);
/// The same with the steps of the pipeline, each of which may wait for a slow answer.
const SENT_WITHIN: SignedDuration = SignedDuration::from_secs(12);

impl Observer {
    /// Records that a hold was saved.
    pub(crate) fn hold_saved(&mut self, tenant: &Tenant, name: &DocumentName, hold: Hold) {
        self.line(Line::Hold { what: "saved" });
        let since = self.now;
        self.holds.insert((tenant.clone(), name.clone()), (hold, since));
    }

    /// Records that a hold was removed.
    pub(crate) fn hold_removed(&mut self, tenant: &Tenant, name: &DocumentName) {
        self.line(Line::Hold { what: "removed" });
        self.holds.remove(&(tenant.clone(), name.clone()));
    }

    /// Checks that a send does not start under a hold.
    pub(super) fn check_holds(&mut self, node: usize, run: &Run) {
        let occurrence = &run.occurrence;
        let frozen_at = self.nodes[node].frozen_at;
        let known_within = if self.has_pipeline { SENT_WITHIN } else { KNOWN_WITHIN };
        let passed_over = self.holds.iter().find(|((tenant, _), (hold, since))| {
            // A node that was frozen since then may use an answer that arrived meanwhile.
            let is_known = self.now - *since > known_within && frozen_at.is_none_or(|still| still < *since);
            let key = &occurrence.schedule;
            is_known && *tenant == key.tenant && hold.covers(&key.id, &run.definition, occurrence.planned.nominal_at)
        });
        if let Some(((_, name), (_, since))) = passed_over {
            let text = format!("row {} started under {name}, saved at {} s", occurrence.id, since.as_secs_f64());
            self.report_violation("nothing starts under a hold", text);
        }
    }
}
