//! Every change by a person has one audit entry, and the chain of entries is intact.

use refrain::store::Verified;

use super::Ledger;
use crate::watch::Watch;

pub(super) fn judge(watch: &mut Watch, ledger: &Ledger) {
    for (tenant, verified) in &ledger.chains {
        let expected = watch.changes.get(tenant).copied().unwrap_or_default();
        match verified {
            Verified::Whole(tip) if tip.seq == expected => {}
            Verified::Whole(tip) => {
                let text = format!("{tenant}: {} entries for {expected} changes", tip.seq);
                watch.broken("every change has one audit entry", text);
            }
            Verified::BrokenAt(seq) => {
                watch.broken("the audit chain is intact", format!("{tenant}: the chain breaks at {seq}"));
            }
        }
    }
}
