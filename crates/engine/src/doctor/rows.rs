//! Checks whether ledger rows are consistent, and whether the audit chain is intact.

use std::collections::BTreeSet;

use super::{Finding, Severity};
use crate::ledger::consistency::find_inconsistencies;
use crate::model::Tenant;
use crate::store::{OccurrenceFilter, PAGE_ROWS_MAX, Page, Store, StoreError, VerifyResult};

/// Checks the latest rows of each tenant.
pub(super) async fn run_checks(
    store: &dyn Store,
    tenants: &BTreeSet<Tenant>,
    rows_max: usize,
) -> Result<Finding, StoreError> {
    const CHECK: &str = "ledger.rows";
    let (mut count, mut wrong, mut first) = (0, 0, None);
    for tenant in tenants {
        let (mut page, mut left) = (Page::first(rows_max.min(PAGE_ROWS_MAX)), rows_max);
        let mut keys = BTreeSet::new();
        loop {
            let part = match store.occurrences(tenant, &OccurrenceFilter::default(), &page).await {
                Ok(part) => part,
                Err(StoreError::Corrupt(problem)) => {
                    wrong += 1;
                    first.get_or_insert_with(|| format!("a row of {tenant}: {problem}"));
                    break;
                }
                Err(error) => return Err(error),
            };
            for row in &part.rows {
                let is_new =
                    keys.insert((row.schedule_uid, row.planned.period_key.clone(), row.planned.discriminator.clone()));
                let mut found = find_inconsistencies(row);
                found.extend((!is_new).then_some("another row has the same period"));
                if let Some(fault) = found.first() {
                    wrong += 1;
                    first.get_or_insert_with(|| format!("occurrence {} of {}: {fault}", row.id, row.schedule));
                }
            }
            count += part.rows.len();
            left = left.saturating_sub(part.rows.len());
            match part.next {
                Some(next) if left > 0 => page = Page { after: Some(next), limit: left.min(PAGE_ROWS_MAX) },
                _ => break,
            }
        }
    }
    let Some(first) = first else {
        return Ok(Finding::fine(CHECK, format!("{count} rows of {} tenants are consistent", tenants.len())));
    };
    Ok(Finding {
        check: CHECK,
        severity: Severity::Error,
        found: format!("{wrong} of {count} rows are inconsistent; the first is {first}"),
        meaning: "something other than this program has written to the ledger, or the store is damaged",
        advice: "find the cause; restore a backup, or settle the rows manually with skip or cancel",
        fix: None,
    })
}

/// Verifies the audit chain of each tenant.
pub(super) async fn audit(store: &dyn Store, tenants: &BTreeSet<Tenant>) -> Result<Finding, StoreError> {
    const CHECK: &str = "audit.chain";
    let mut entries = 0;
    let mut broken = Vec::new();
    for tenant in tenants {
        match store.verify(tenant).await? {
            VerifyResult::Whole(tip) => entries += tip.seq,
            VerifyResult::BrokenAt(seq) => broken.push(format!("{tenant} at entry {seq}")),
        }
    }
    if broken.is_empty() {
        return Ok(Finding::fine(CHECK, format!("{entries} audit entries of {} tenants are intact", tenants.len())));
    }
    Ok(Finding {
        check: CHECK,
        severity: Severity::Error,
        found: format!("the audit chain is broken: {}", broken.join(", ")),
        meaning: "an audit entry was changed, moved or removed by something other than this program",
        advice: "compare with a backup; the change required direct access to the store",
        fix: None,
    })
}
