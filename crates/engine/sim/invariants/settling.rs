//! The result of a run is not lost because the store could not record it: a node that is alive retries until
//! it gets an answer.

use refrain::store::Lease;

use crate::watch::Observer;

impl Observer {
    pub(crate) fn settlement_sent(&mut self, node: usize, leases: &[Lease]) {
        for lease in leases {
            self.unsettled.remove(&(node, lease.id, lease.fence));
        }
    }

    /// Records that the store refused the settlements, or that no answer arrived.
    pub(crate) fn settlement_failed(&mut self, node: usize, leases: &[Lease]) {
        self.unsettled.extend(leases.iter().map(|lease| (node, lease.id, lease.fence)));
    }
}

/// Checks at the end that no running node has a settlement left to retry.
pub(super) fn judge(watch: &mut Observer) {
    for (node, id, fence) in watch.unsettled.clone() {
        if watch.nodes[node].is_alive {
            let text = format!("row {id}: fence {fence} was never retried by node {node}");
            watch.report_violation("a failed settlement is retried", text);
        }
    }
}
