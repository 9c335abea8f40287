//! The audit log.

use refrain::model::Tenant;
use refrain::store::{PAGE_ROWS_MAX, Page};
use serde_json::Value;

use super::{LocalError, response};
use crate::cli::store_access::open_existing;
use crate::config::Config;
use crate::http::audit::{AuditEntryView, AuditVerificationView};

/// Lists the newest entries, all if `limit` is 0.
pub(super) async fn list(config: &Config, tenant: &Tenant, limit: usize) -> Result<Value, LocalError> {
    let refrain = open_existing(config).await?;
    let wanted = if limit == 0 { usize::MAX } else { limit };
    let (mut items, mut after) = (Vec::new(), None);
    loop {
        let page = Page { limit: PAGE_ROWS_MAX.min(wanted - items.len()), after };
        let found = refrain.store().entries(tenant, &page).await?;
        for entry in found.rows {
            items.push(response(&AuditEntryView::of(entry))?);
        }
        after = found.next;
        if after.is_none() || items.len() >= wanted {
            return Ok(Value::Array(items));
        }
    }
}

/// Verifies the hash chain.
pub(super) async fn verify(config: &Config, tenant: &Tenant) -> Result<Value, LocalError> {
    let refrain = open_existing(config).await?;
    response(&AuditVerificationView::of(refrain.store().verify(tenant).await?))
}
