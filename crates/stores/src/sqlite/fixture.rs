//! Temporary folder for the files of one test.

use std::fs;
use std::path::PathBuf;

/// New folder that is removed when dropped.
pub(super) struct Folder(pub(super) PathBuf);

impl Folder {
    /// Creates the folder. Each test uses its own name.
    pub(super) fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("refrain-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    /// Returns the path of a ledger in the folder.
    pub(super) fn ledger(&self) -> PathBuf {
        self.0.join("ledger.db")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
