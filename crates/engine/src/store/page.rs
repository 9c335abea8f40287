//! Lists in pages. A cursor names the last row seen, so that rows inserted meanwhile shift nothing.

use crate::ledger::check::{cut, text};
use crate::store::error::StoreError;

/// No page has more rows.
pub const PAGE_ROWS_MAX: usize = 500;

/// Which part of a list is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// How many rows; more than [`PAGE_ROWS_MAX`] is taken as that, none as one.
    pub limit: usize,
    /// Where the page before ended.
    pub after: Option<String>,
}

impl Page {
    /// The first page.
    pub fn first(limit: usize) -> Self {
        Self { limit, after: None }
    }

    /// The page after a cursor.
    pub fn after(limit: usize, cursor: impl Into<String>) -> Self {
        Self { limit, after: Some(cursor.into()) }
    }

    /// The cursor of a list that is ordered by number.
    ///
    /// # Errors
    /// When it is not one that such a list gave.
    pub fn number(&self) -> Result<Option<i64>, StoreError> {
        let read = |cursor: &String| {
            let problem = || format!("{:?} is no cursor of this list", cut(cursor, 40));
            cursor.parse().map_err(|_| StoreError::Invalid { field: "cursor", problem: problem() })
        };
        self.after.as_ref().map(read).transpose()
    }

    /// The cursor of a list that is ordered by name.
    ///
    /// # Errors
    /// When it is not one that such a list gave: it holds a NUL, which no store could look for.
    pub fn name(&self) -> Result<Option<&str>, StoreError> {
        let cursor = self.after.as_deref();
        cursor.map(|cursor| text("cursor", cursor, usize::MAX).map(|()| cursor)).transpose()
    }

    /// How many rows to give.
    pub fn rows(&self) -> usize {
        self.limit.clamp(1, PAGE_ROWS_MAX)
    }
}

/// A part of a list.
#[derive(Clone, Debug, PartialEq)]
pub struct Paged<T> {
    /// The rows.
    pub rows: Vec<T>,
    /// Where the next page begins; none when this was the last.
    pub next: Option<String>,
}

impl<T> Paged<T> {
    /// Makes a page of rows that were read with one more than asked for, which tells whether there is another page.
    pub fn cut(mut rows: Vec<T>, limit: usize, cursor: impl Fn(&T) -> String) -> Self {
        let has_more = rows.len() > limit;
        rows.truncate(limit);
        let next = rows.last().filter(|_| has_more).map(cursor);
        Self { rows, next }
    }
}
