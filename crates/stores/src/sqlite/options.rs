//! Options of the SQLite store.

use std::path::{Path, PathBuf};

/// Location and settings of a SQLite ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SqliteOptions {
    /// Path of the file. If it does not exist, the file is created with access for its owner only. Its folder
    /// is not created.
    pub path: PathBuf,
    /// Number of reader threads. Default: 2.
    pub readers: usize,
    /// Maximum number of 8 KiB pages in the file; writing more fails because the store is full. Default: no limit.
    pub pages_max: Option<u32>,
}

impl SqliteOptions {
    /// Returns the default options for a file.
    pub fn new(path: impl AsRef<Path>) -> Self {
        Self { path: path.as_ref().to_owned(), readers: 2, pages_max: None }
    }

    /// Returns the options with a change, such as `options.with(|it| it.field = value)`. Further versions may add
    /// fields, so other crates cannot write the options as a literal.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }
}
