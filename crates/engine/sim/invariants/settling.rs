//! What came of a run is not forgotten because the store could not take it: whoever lives asks again until it is answered.

use refrain::store::Lease;

use crate::watch::Watch;

impl Watch {
    pub(crate) fn asks_to_settle(&mut self, node: usize, leases: &[Lease]) {
        for lease in leases {
            self.unsettled.remove(&(node, lease.id, lease.fence));
        }
    }

    /// A node was told that the store could not take it, or was told nothing.
    pub(crate) fn is_refused_to_settle(&mut self, node: usize, leases: &[Lease]) {
        self.unsettled.extend(leases.iter().map(|lease| (node, lease.id, lease.fence)));
    }
}

/// When the world has come to rest, nobody still has something to say.
pub(super) fn judge(watch: &mut Watch) {
    for (node, id, fence) in watch.unsettled.clone() {
        if watch.nodes[node].is_alive {
            let text = format!("row {id}: fence {fence} was never asked for again by node {node}");
            watch.broken("what could not be settled is asked again", text);
        }
    }
}
