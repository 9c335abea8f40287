//! Every change by a person has one audit entry, and the chain of entries is intact.

use refrain::store::VerifyResult;

use super::Ledger;
use crate::watch::Observer;

pub(super) fn judge(watch: &mut Observer, ledger: &Ledger) {
    for (tenant, verified) in &ledger.chains {
        let expected = watch.changes.get(tenant).copied().unwrap_or_default();
        match verified {
            VerifyResult::Whole(tip) if tip.seq == expected => {}
            VerifyResult::Whole(tip) => {
                let text = format!("{tenant}: {} entries for {expected} changes", tip.seq);
                watch.report_violation("every change has one audit entry", text);
            }
            VerifyResult::BrokenAt(seq) => {
                watch.report_violation("the audit chain is intact", format!("{tenant}: the chain breaks at {seq}"));
            }
        }
    }
}
