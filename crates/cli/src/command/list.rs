//! Lists that the server returns in pages.

use clap::Args;
use refrain_client::{Call, Listing};
use serde_json::Value;

use crate::exit::Failure;

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
