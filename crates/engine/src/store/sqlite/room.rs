//! Whether there is room for more: on the disk, and below the limit of pages.

use std::path::PathBuf;

use rusqlite::Connection;

use super::connection::SqliteOptions;
use super::error::Result;

/// A disk with less free space is full, in bytes: the log grows by about as much before it is copied into the file.
const FREE_BYTES_MIN: u64 = 8 * 1024 * 1024;
/// A file with a limit of pages is full when less than this part of them is free, as a divisor.
const FREE_PART: u32 = 20;

/// The room that a file has.
#[derive(Clone, Debug)]
pub(super) struct Room {
    path: PathBuf,
    pages_max: Option<u32>,
}

impl Room {
    pub(super) fn of(options: &SqliteOptions) -> Self {
        Self { path: options.path.clone(), pages_max: options.pages_max }
    }

    /// Why there is no room for more, if there is none.
    pub(super) fn shortage(&self, conn: &Connection) -> Result<Option<String>> {
        if let Some(free) = self.free_bytes().filter(|free| *free < FREE_BYTES_MIN) {
            let path = self.path.display();
            return Ok(Some(format!("the disk of {path} has {free} bytes left; at least {FREE_BYTES_MIN} are needed")));
        }
        let Some(pages_max) = self.pages_max else { return Ok(None) };
        let count = |pragma| conn.pragma_query_value(None, pragma, |row| row.get::<_, u32>(0));
        let used = count("page_count")?.saturating_sub(count("freelist_count")?);
        let is_full = pages_max.saturating_sub(used) < pages_max.div_ceil(FREE_PART);
        Ok(is_full.then(|| format!("{used} of {pages_max} pages of {} are in use", self.path.display())))
    }

    /// Free space of the disk; none where it cannot be told.
    #[cfg(unix)]
    fn free_bytes(&self) -> Option<u64> {
        let found = rustix::fs::statvfs(&self.path).ok()?;
        Some(found.f_bavail.saturating_mul(found.f_frsize))
    }

    #[cfg(not(unix))]
    fn free_bytes(&self) -> Option<u64> {
        None
    }
}
