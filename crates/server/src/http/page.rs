//! Lists in pages.

use refrain::store::{Page, Paged};
use serde::Serialize;
use utoipa::ToSchema;

use super::app::App;
use super::problem::Problem;
use super::query::within;

/// So many rows without a word.
const ROWS: u32 = 50;

/// The page that was asked for.
pub(crate) fn page(limit: Option<u32>, cursor: Option<String>, app: &App) -> Result<Page, Problem> {
    Ok(Page { limit: within("limit", limit.unwrap_or(ROWS), app.limits().page)?, after: cursor })
}

/// A part of a list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct List<T> {
    /// The rows.
    pub(crate) items: Vec<T>,
    /// Where the next page begins; null when this was the last.
    pub(crate) next_cursor: Option<String>,
}

impl<T> List<T> {
    /// A page of the store, its rows as the API shows them.
    pub(crate) fn of<R>(paged: Paged<R>, show: impl FnMut(R) -> T) -> Self {
        Self { items: paged.rows.into_iter().map(show).collect(), next_cursor: paged.next }
    }
}
