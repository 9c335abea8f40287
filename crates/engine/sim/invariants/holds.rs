//! Nothing begins under a hold, once it has been there for as long as a node may go by what it read before.

use jiff::SignedDuration;
use refrain::dispatch::Run;
use refrain::hold::Hold;
use refrain::id::{DocumentName, Tenant};

use crate::trace::Line;
use crate::watch::Watch;

/// As long as what was read counts, and the way of an answer.
const KNOWN_WITHIN: SignedDuration = SignedDuration::from_secs(2);
/// The steps of the pipeline come after that, and each may wait for a slow answer.
const SENT_WITHIN: SignedDuration = SignedDuration::from_secs(12);

impl Watch {
    /// A hold was saved.
    pub(crate) fn held(&mut self, tenant: &Tenant, name: &DocumentName, hold: Hold) {
        self.line(Line::Hold { what: "saved" });
        let since = self.now;
        self.holds.insert((tenant.clone(), name.clone()), (hold, since));
    }

    /// A hold was removed.
    pub(crate) fn let_go(&mut self, tenant: &Tenant, name: &DocumentName) {
        self.line(Line::Hold { what: "removed" });
        self.holds.remove(&(tenant.clone(), name.clone()));
    }

    /// A send begins: is there a hold that it passed over?
    pub(super) fn begins_without_hold(&mut self, node: usize, run: &Run) {
        let occurrence = &run.occurrence;
        let stood_still_at = self.nodes[node].stood_still_at;
        let known_within = if self.has_pipeline { SENT_WITHIN } else { KNOWN_WITHIN };
        let passed_over = self.holds.iter().find(|((tenant, _), (hold, since))| {
            // Who stood still since may go by an answer that waited for it.
            let is_known = self.now - *since > known_within && stood_still_at.is_none_or(|still| still < *since);
            let key = &occurrence.schedule;
            is_known && *tenant == key.tenant && hold.covers(&key.id, &run.definition, occurrence.planned.nominal_at)
        });
        if let Some(((_, name), (_, since))) = passed_over {
            let text = format!("row {} began under {name}, saved at {} s", occurrence.id, since.as_secs_f64());
            self.broken("nothing begins under a hold", text);
        }
    }
}
