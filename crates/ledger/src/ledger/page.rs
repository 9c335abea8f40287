//! Lists in pages. A cursor names the last row seen, so that rows inserted in between shift nothing.

use crate::ledger::check::text;
use crate::ledger::error::StoreError;
use crate::model::cut;

/// Maximum number of rows in a page.
pub const PAGE_ROWS_MAX: usize = 500;

/// The requested part of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// Number of rows. Values above [`PAGE_ROWS_MAX`] are reduced to it; 0 is treated as 1.
    pub limit: usize,
    /// Cursor at which the previous page ended.
    pub after: Option<String>,
}

impl Page {
    /// Requests the first page.
    pub fn first(limit: usize) -> Self {
        Self { limit, after: None }
    }

    /// Requests the page after a cursor.
    pub fn after(limit: usize, cursor: impl Into<String>) -> Self {
        Self { limit, after: Some(cursor.into()) }
    }

    /// Returns the cursor of a list that is ordered by number.
    ///
    /// # Errors
    /// If the cursor does not come from such a list.
    pub fn number(&self) -> Result<Option<i64>, StoreError> {
        let read = |cursor: &String| {
            let problem = || format!("{:?} is not a cursor of this list", cut(cursor, 40));
            cursor.parse().map_err(|_| StoreError::Invalid { field: "cursor", problem: problem() })
        };
        self.after.as_ref().map(read).transpose()
    }

    /// Returns the cursor of a list that is ordered by name.
    ///
    /// # Errors
    /// If the cursor does not come from such a list: it contains a NUL character, which no store could search
    /// for.
    pub fn name(&self) -> Result<Option<&str>, StoreError> {
        let cursor = self.after.as_deref();
        cursor.map(|cursor| text("cursor", cursor, usize::MAX).map(|()| cursor)).transpose()
    }

    /// Returns the number of rows to return.
    pub fn rows(&self) -> usize {
        self.limit.clamp(1, PAGE_ROWS_MAX)
    }
}

/// One page of a list.
#[derive(Clone, Debug, PartialEq)]
pub struct ListPage<T> {
    /// Rows of the page.
    pub rows: Vec<T>,
    /// Cursor of the next page. None if this is the last one.
    pub next: Option<String>,
}

impl<T> ListPage<T> {
    /// Builds a page from rows that were read with one row more than requested. The extra row shows that there is
    /// another page.
    pub fn cut(mut rows: Vec<T>, limit: usize, cursor: impl Fn(&T) -> String) -> Self {
        let has_more = rows.len() > limit;
        rows.truncate(limit);
        let next = rows.last().filter(|_| has_more).map(cursor);
        Self { rows, next }
    }
}
