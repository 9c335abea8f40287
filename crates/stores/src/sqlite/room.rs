//! Checks whether there is space for more data: on the disk, and below the page limit.

use std::path::PathBuf;

use rusqlite::Connection;

use super::error::Result;
use super::options::SqliteOptions;

/// Minimum free disk space in bytes; below it, the disk counts as full. The log grows by about this much before
/// it is checkpointed into the file.
const FREE_BYTES_MIN: u64 = 8 * 1024 * 1024;
/// Divisor of the page limit. A file counts as full when fewer than `pages_max / FREE_DIVISOR` pages are free.
const FREE_DIVISOR: u32 = 20;

/// Space available to a file.
#[derive(Clone, Debug)]
pub(super) struct SpaceCheck {
    path: PathBuf,
    pages_max: Option<u32>,
}

impl SpaceCheck {
    pub(super) fn of(options: &SqliteOptions) -> Self {
        Self { path: options.path.clone(), pages_max: options.pages_max }
    }

    /// Returns why there is no space for more data, or `None` if there is.
    pub(super) fn shortage(&self, conn: &Connection) -> Result<Option<String>> {
        if let Some(free) = self.free_bytes().filter(|free| *free < FREE_BYTES_MIN) {
            let path = self.path.display();
            return Ok(Some(format!("the disk of {path} has {free} bytes left; at least {FREE_BYTES_MIN} are needed")));
        }
        let Some(pages_max) = self.pages_max else { return Ok(None) };
        let count = |pragma| conn.pragma_query_value(None, pragma, |row| row.get::<_, u32>(0));
        let used = count("page_count")?.saturating_sub(count("freelist_count")?);
        let is_full = pages_max.saturating_sub(used) < pages_max.div_ceil(FREE_DIVISOR);
        Ok(is_full.then(|| format!("{used} of {pages_max} pages of {} are in use", self.path.display())))
    }

    /// Returns the free disk space, or `None` if it is unknown.
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

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    /// A file system of the kernel has no free space, like a full disk.
    #[test]
    fn a_disk_without_free_space_is_full() {
        let conn = Connection::open_in_memory().unwrap();
        let shortage = |path: &str| {
            let check = SpaceCheck { path: path.into(), pages_max: None };
            check.shortage(&conn).unwrap()
        };
        let full = shortage("/proc/self/status").expect("a shortage");
        assert!(full.starts_with("the disk of /proc/self/status has 0 bytes left; at least 8388608"), "{full}");
        assert_eq!(shortage(std::env::temp_dir().to_str().unwrap()), None);
    }
}
