//! A node that has read of a newer time zone database than its own plans nothing more.

use jiff::SignedDuration;
use refrain::timing::{TzdbRecord, TzdbRelease};

use crate::watch::Observer;

/// Maximum time for which a plan may already be in progress: several slow calls, and a node that was frozen.
const UNDER_WAY_FOR: SignedDuration = SignedDuration::from_secs(30);

impl Observer {
    /// Records the newest version that a node has read.
    pub(crate) fn tzdb_record_read(&mut self, node: usize, remembered: &str) {
        let now = self.now;
        let Ok(TzdbRecord { newest, .. }) = serde_json::from_str(remembered) else {
            self.report_violation("the time zone record can be read", remembered.to_owned());
            return;
        };
        let heard = &mut self.nodes[node].newest_zones;
        if heard.as_ref().is_none_or(|(known, _)| *known != newest) {
            *heard = Some((newest, now));
        }
    }

    /// Checks the version of a plan that the store accepted.
    pub(super) fn planned_with_zones(&mut self, node: usize, own: &str) {
        let Some((newest, since)) = self.nodes[node].newest_zones.clone() else { return };
        let is_older = TzdbRelease::read(own) < TzdbRelease::read(&newest);
        if is_older && self.now - since > UNDER_WAY_FOR {
            self.report_violation(
                "a node with an older time zone database does not plan",
                format!("node {node} has {own}, newest is {newest}"),
            );
        }
    }
}
