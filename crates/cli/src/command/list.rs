//! Lists that the server returns in pages.

use clap::Args;
use refrain_client::{Call, Listing};
use serde_json::Value;

use crate::exit::Failure;

/// Maximum page size of the server.
pub(super) const PAGE_MAX: u32 = 500;

/// Limit of a list.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct LimitArgs {
    /// Maximum number of items; 0 for all
    #[arg(short = 'n', long, value_name = "COUNT", default_value_t = 0)]
    pub(super) limit: usize,
}

/// Returns the items of all pages, at most `limit` unless that is 0, and whether there are more.
pub(super) async fn items<O: Listing>(call: Call<O>, limit: usize) -> Result<(Vec<Value>, bool), Failure> {
    let mut stream = call.raw_items();
    let mut items = Vec::new();
    while let Some(item) = stream.next().await {
        if limit > 0 && items.len() == limit {
            return Ok((items, true));
        }
        items.push(item?);
    }
    Ok((items, false))
}

/// Returns the page size for a limit: one more item shows whether there are more.
pub(super) fn page(limit: usize) -> u32 {
    match u32::try_from(limit) {
        Ok(limit @ 1..) => limit.saturating_add(1).min(PAGE_MAX),
        Ok(0) | Err(_) => PAGE_MAX,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_one_item_more_than_the_limit() {
        assert_eq!([page(0), page(1), page(20), page(499), page(500), page(usize::MAX)], [500, 2, 21, 500, 500, 500]);
    }
}
