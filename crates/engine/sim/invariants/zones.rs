//! A node that has heard of a newer time zone database than its own plans no more.

use jiff::SignedDuration;
use refrain::tzdb::{Record, Release};

use crate::watch::Watch;

/// So long a plan may have been under way already: several calls, each of them slow, and a node that stood still.
const UNDER_WAY_FOR: SignedDuration = SignedDuration::from_secs(30);

impl Watch {
    /// A node has read which one is the newest.
    pub(crate) fn heard_of_zones(&mut self, node: usize, remembered: &str) {
        let now = self.now;
        let Ok(Record { newest, .. }) = serde_json::from_str(remembered) else {
            self.broken("what is remembered of time zones can be read", remembered.to_owned());
            return;
        };
        let heard = &mut self.nodes[node].newest_zones;
        if heard.as_ref().is_none_or(|(known, _)| *known != newest) {
            *heard = Some((newest, now));
        }
    }

    /// The store took a plan that was made with this one.
    pub(super) fn planned_with_zones(&mut self, node: usize, own: &str) {
        let Some((newest, since)) = self.nodes[node].newest_zones.clone() else { return };
        let is_older = Release::read(own) < Release::read(&newest);
        if is_older && self.now - since > UNDER_WAY_FOR {
            self.broken("an older time zone database does not plan", format!("node {node} has {own}, not {newest}"));
        }
    }
}
