//! What this machine has seen of a file, kept beside it: a copy that is put in its place later is noticed, even by a process
//! that was started since.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use super::error::Result;
use crate::store::{Restored, StoreError};

/// The newest occurrence number that this machine has seen of the ledger `NAME`, kept in `NAME-seen` beside it.
#[derive(Debug)]
pub(super) struct SeenFile {
    path: PathBuf,
    /// The next number is written here first. Every instance has its own: stores of one process may share a ledger.
    partial: PathBuf,
    /// The number in the file; none before it was read.
    seen: Mutex<Option<i64>>,
}

impl SeenFile {
    /// The file beside a ledger.
    pub(super) fn beside(ledger: &Path) -> Self {
        static INSTANCES: AtomicU64 = AtomicU64::new(0);
        let mut path = ledger.as_os_str().to_owned();
        path.push("-seen");
        let mut partial = path.clone();
        partial.push(format!(".{}-{}", std::process::id(), INSTANCES.fetch_add(1, Ordering::Relaxed)));
        Self { path: path.into(), partial: partial.into(), seen: Mutex::default() }
    }

    /// Reads the newest number of the ledger, compares it with the one seen before, and remembers it.
    pub(super) fn compare(&self, read_newest: impl FnOnce() -> Result<i64>) -> Result<Option<Restored>> {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        // The file is read first: another process may write a newer number to it after this one has read the ledger.
        let before = seen.map_or_else(|| self.read(), Ok)?;
        let found = read_newest()?;
        if *seen != Some(found) {
            self.write(found)?;
            *seen = Some(found);
        }
        Ok(Restored::between(before, found))
    }

    /// The number in the file. A file that does not hold one has seen nothing.
    fn read(&self) -> Result<i64> {
        match fs::read_to_string(&self.path) {
            Ok(text) => Ok(text.trim().parse().unwrap_or_default()),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(0),
            Err(error) if error.kind() == ErrorKind::InvalidData => Ok(0),
            Err(error) => Err(self.problem("read", &error)),
        }
    }

    /// Replaces the file as a whole, so that a crash leaves the old number or the new one.
    fn write(&self, number: i64) -> Result<()> {
        let mut options = fs::OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let written = options.open(&self.partial).and_then(|mut file| writeln!(file, "{number}"));
        written.and_then(|()| fs::rename(&self.partial, &self.path)).map_err(|error| self.problem("write", &error))
    }

    fn problem(&self, verb: &str, error: &std::io::Error) -> StoreError {
        StoreError::Unavailable(format!("cannot {verb} {}: {error}", self.path.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::Folder;
    use super::*;

    /// Two stores once shared the partial file: one of them renamed it before the other could.
    #[test]
    fn stores_of_one_process_write_the_file_at_the_same_time() {
        let folder = Folder::new("seen-shared");
        std::thread::scope(|scope| {
            for _ in 0..4 {
                let file = SeenFile::beside(&folder.ledger());
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

    /// The number in the file once was compared with an older one of the ledger, which looked like a restored copy.
    #[test]
    fn number_that_another_store_writes_meanwhile_is_no_restored_copy() {
        let folder = Folder::new("seen-meanwhile");
        let [one, other] = [(); 2].map(|()| SeenFile::beside(&folder.ledger()));
        let slow = one.compare(|| {
            assert_eq!(other.compare(|| Ok(6))?, None);
            Ok(5)
        });
        assert_eq!(slow.unwrap(), None);
    }
}
