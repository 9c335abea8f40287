//! A copy of the ledger while others write to it: one snapshot, written elsewhere, looked at, and given its name last.
//!
//! Invariants: a file that is there is never written over; what has the name that was asked for is whole and on the disk.

use std::fs::{self, File, OpenOptions};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::connection::{SqliteOptions, open_source};
use super::error::{Result, damaged};
use super::migrate;
use crate::store::{Layout, StoreError};

/// What was copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BackedUp {
    /// How large the copy is. It has no free pages, so it may be smaller than the file.
    pub bytes: u64,
    /// The layout that it has.
    pub layout: Layout,
}

/// Copies a file. Writers go on meanwhile; their log grows until the copy is made.
pub(super) fn backup(from: &SqliteOptions, to: &Path) -> Result<BackedUp> {
    let source = open_source(&from.path)?;
    let layout = migrate::layout(&source)?
        .ok_or_else(|| StoreError::Corrupt(format!("{} holds no ledger", from.path.display())))?;
    let place = Place::reserve(to)?;
    source.execute(include_str!("sql/backup.sql"), [place.partial.to_string_lossy()])?;
    drop(source);
    check(&place.partial)?;
    let bytes = place.keep()?;
    Ok(BackedUp { bytes, layout })
}

/// Reads the copy from end to end.
fn check(copy: &Path) -> Result<()> {
    let conn = open_source(copy)?;
    let found: String = conn.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if found == "ok" { Ok(()) } else { Err(damaged("the copy", found)) }
}

/// The name that was asked for, which is taken at once, and the one that is written to. Both go unless the copy is kept.
struct Place {
    wanted: PathBuf,
    partial: PathBuf,
    is_kept: bool,
}

impl Place {
    fn reserve(wanted: &Path) -> Result<Self> {
        let mut name = wanted.file_name().unwrap_or_default().to_owned();
        name.push(".partial");
        let partial = wanted.with_file_name(name);
        make(&partial)?;
        let mut place = Self { wanted: partial.clone(), partial, is_kept: false };
        make(wanted)?;
        place.wanted = wanted.to_owned();
        Ok(place)
    }

    /// Lets the copy have its name, once it is on the disk.
    fn keep(mut self) -> Result<u64> {
        let cannot = |error| unavailable(&self.wanted, &error);
        let copy = File::open(&self.partial).map_err(cannot)?;
        copy.sync_all().map_err(cannot)?;
        let bytes = copy.metadata().map_err(cannot)?.len();
        fs::rename(&self.partial, &self.wanted).map_err(cannot)?;
        // The name is on the disk when its folder is.
        let folder = self.wanted.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if cfg!(unix) {
            File::open(folder).and_then(|folder| folder.sync_all()).map_err(cannot)?;
        }
        self.is_kept = true;
        Ok(bytes)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if !self.is_kept {
            let _ = fs::remove_file(&self.partial);
            let _ = fs::remove_file(&self.wanted);
        }
    }
}

/// Makes an empty file that only its owner may read: the ledger holds everybody's payloads.
fn make(path: &Path) -> Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => {
            let problem = format!("{} is there already; a backup writes over nothing", path.display());
            StoreError::Invalid { field: "file", problem }
        }
        _ => unavailable(path, &error),
    })
}

fn unavailable(path: &Path, error: &std::io::Error) -> StoreError {
    StoreError::Unavailable(format!("{}: {error}", path.display()))
}
