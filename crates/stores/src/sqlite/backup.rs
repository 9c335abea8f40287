//! Copies the ledger while other connections write to it: one snapshot, written to a temporary name, checked,
//! and renamed last.
//!
//! Invariants: an existing file is never overwritten; a file with the requested name is complete and on disk.

use std::fs::{self, File, OpenOptions};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::connect::open_source;
use super::error::{Result, StoreResult, damaged};
use super::migrate;
use super::options::SqliteOptions;
use crate::layout::Layout;
use refrain_ledger::store::StoreError;

/// Result of a backup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BackupReport {
    /// Size of the copy in bytes. The copy has no free pages, so it may be smaller than the original.
    pub bytes: u64,
    /// Layout of the copy.
    pub layout: Layout,
}

/// Copies a file. Writers continue in the meantime; their log grows until the copy is finished.
pub(super) fn backup(from: &SqliteOptions, to: &Path) -> Result<BackupReport> {
    let source = open_source(&from.path)?;
    let layout = migrate::layout(&source)?
        .ok_or_else(|| StoreError::Corrupt(format!("{} does not contain a ledger", from.path.display())))?;
    let place = BackupTarget::reserve(to)?;
    source.execute(include_str!("sql/backup.sql"), [place.partial.to_string_lossy()])?;
    drop(source);
    check(&place.partial)?;
    let bytes = place.keep()?;
    Ok(BackupReport { bytes, layout })
}

/// Checks the copy from end to end.
fn check(copy: &Path) -> Result<()> {
    let conn = open_source(copy)?;
    let found: String = conn.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if found == "ok" { Ok(()) } else { Err(damaged("the copy", found)) }
}

/// The requested name, which is reserved at once, and the temporary name that is written to. Both files are
/// removed unless the copy is kept.
struct BackupTarget {
    wanted: PathBuf,
    partial: PathBuf,
    is_kept: bool,
}

impl BackupTarget {
    fn reserve(wanted: &Path) -> Result<Self> {
        let mut name = wanted.file_name().unwrap_or_default().to_owned();
        name.push(".partial");
        let partial = wanted.with_file_name(name);
        create_private_file(&partial)?;
        let mut place = Self { wanted: partial.clone(), partial, is_kept: false };
        create_private_file(wanted)?;
        place.wanted = wanted.to_owned();
        Ok(place)
    }

    /// Renames the copy to the requested name once it is on disk.
    fn keep(mut self) -> Result<u64> {
        let cannot = |error| unavailable(&self.wanted, &error);
        let copy = File::open(&self.partial).map_err(cannot)?;
        copy.sync_all().map_err(cannot)?;
        let bytes = copy.metadata().map_err(cannot)?.len();
        fs::rename(&self.partial, &self.wanted).map_err(cannot)?;
        // The rename is durable only after the folder is synced.
        let folder = self.wanted.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if cfg!(unix) {
            File::open(folder).and_then(|folder| folder.sync_all()).map_err(cannot)?;
        }
        self.is_kept = true;
        Ok(bytes)
    }
}

impl Drop for BackupTarget {
    fn drop(&mut self) {
        if !self.is_kept {
            let _ = fs::remove_file(&self.partial);
            let _ = fs::remove_file(&self.wanted);
        }
    }
}

/// Creates an empty file with access for its owner only, because the ledger contains the payloads of all tenants.
fn create_private_file(path: &Path) -> StoreResult<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => {
            let problem = format!("{} already exists; a backup never overwrites a file", path.display());
            StoreError::Invalid { field: "file", problem }
        }
        _ => unavailable(path, &error),
    })
}

fn unavailable(path: &Path, error: &std::io::Error) -> StoreError {
    StoreError::Unavailable(format!("{}: {error}", path.display()))
}
