//! Remembers the newest ID that this machine has seen of a ledger, in a file next to it. If an older copy is
//! restored later, even a process that started since then notices.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use super::error::{Failure, Result};
use refrain_ledger::store::{StoreError, StoreRollback};

/// The newest occurrence ID that this machine has seen of the ledger `NAME`, stored in `NAME-seen` next to it.
#[derive(Debug)]
pub(super) struct SeenFile {
    path: PathBuf,
    /// The next value is written here first. Every instance has its own partial file: stores of one process may
    /// share a ledger.
    partial: PathBuf,
    /// The ID in the file; `None` before it was read.
    seen: Mutex<Option<i64>>,
}

impl SeenFile {
    /// Returns the file next to a ledger.
    pub(super) fn for_ledger(ledger: &Path) -> Self {
        static INSTANCES: AtomicU64 = AtomicU64::new(0);
        let mut path = ledger.as_os_str().to_owned();
        path.push("-seen");
        let mut partial = path.clone();
        partial.push(format!(".{}-{}", std::process::id(), INSTANCES.fetch_add(1, Ordering::Relaxed)));
        Self { path: path.into(), partial: partial.into(), seen: Mutex::default() }
    }

    /// Reads the newest ID of the ledger, compares it with the one seen before, and stores it.
    pub(super) fn compare(&self, read_newest: impl FnOnce() -> Result<i64>) -> Result<Option<StoreRollback>> {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        // The file is read first: another process may write a newer ID to it after this one has read the ledger.
        let before = seen.map_or_else(|| self.read(), Ok)?;
        let found = read_newest()?;
        if *seen != Some(found) {
            self.write(found)?;
            *seen = Some(found);
        }
        Ok(StoreRollback::between(before, found))
    }

    /// Reads the ID in the file. A file without a valid ID counts as 0.
    fn read(&self) -> Result<i64> {
        match fs::read_to_string(&self.path) {
            Ok(text) => Ok(text.trim().parse().unwrap_or_default()),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(0),
            Err(error) if error.kind() == ErrorKind::InvalidData => Ok(0),
            Err(error) => Err(self.problem("read", &error)),
        }
    }

    /// Replaces the file atomically, so that a crash leaves either the old or the new ID.
    fn write(&self, number: i64) -> Result<()> {
        let mut options = fs::OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let written = options.open(&self.partial).and_then(|mut file| writeln!(file, "{number}"));
        written.and_then(|()| fs::rename(&self.partial, &self.path)).map_err(|error| self.problem("write", &error))
    }

    fn problem(&self, verb: &str, error: &std::io::Error) -> Failure {
        StoreError::Unavailable(format!("cannot {verb} {}: {error}", self.path.display())).into()
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::Folder;
    use super::*;

    /// Regression test: two stores shared the partial file, and one of them renamed it before the other could.
    #[test]
    fn stores_of_one_process_write_the_file_at_the_same_time() {
        let folder = Folder::new("seen-shared");
        std::thread::scope(|scope| {
            for _ in 0..4 {
                let file = SeenFile::for_ledger(&folder.ledger());
                scope.spawn(move || {
                    for number in 1..500 {
                        file.compare(|| Ok(number)).unwrap();
                    }
                });
            }
        });
        let left: Vec<_> = fs::read_dir(&folder.0).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(left, ["ledger.db-seen"]);
    }

    /// Regression test: the ID in the file was compared with an older one of the ledger, which looked like a
    /// restored copy.
    #[test]
    fn newer_id_written_by_another_store_is_not_a_restored_copy() {
        let folder = Folder::new("seen-meanwhile");
        let [one, other] = [(); 2].map(|()| SeenFile::for_ledger(&folder.ledger()));
        let slow = one.compare(|| {
            assert_eq!(other.compare(|| Ok(6))?, None);
            Ok(5)
        });
        assert_eq!(slow.unwrap(), None);
    }
}
