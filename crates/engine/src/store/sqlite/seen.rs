//! What this machine has seen of a file, kept beside it: a copy that is put in its place later is noticed, even by a process
//! that was started since.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::error::Result;
use crate::store::{Restored, Seen, StoreError};

/// The number of the newest occurrence that was seen, in `NAME-seen` beside the file `NAME`.
#[derive(Debug)]
pub(super) struct SeenFile {
    path: PathBuf,
    seen: Seen,
    /// What stands in the file; none before it was read.
    noted: Mutex<Option<i64>>,
}

impl SeenFile {
    /// Beside a ledger.
    pub(super) fn of(ledger: &Path) -> Self {
        let mut path = ledger.as_os_str().to_owned();
        path.push("-seen");
        Self { path: path.into(), seen: Seen::default(), noted: Mutex::default() }
    }

    /// Compares what is found with what was seen, and remembers it.
    pub(super) fn compare(&self, found: i64) -> Result<Option<Restored>> {
        let mut noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner);
        if noted.is_none() {
            self.seen.compare(self.read()?);
        }
        let restored = self.seen.compare(found);
        if *noted != Some(found) {
            self.write(found)?;
            *noted = Some(found);
        }
        Ok(restored)
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
        let mut partial = self.path.as_os_str().to_owned();
        partial.push(format!(".{}", std::process::id()));
        let mut options = fs::OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let written = options.open(&partial).and_then(|mut file| writeln!(file, "{number}"));
        written.and_then(|()| fs::rename(&partial, &self.path)).map_err(|error| self.problem("write", &error))
    }

    fn problem(&self, verb: &str, error: &std::io::Error) -> StoreError {
        StoreError::Unavailable(format!("cannot {verb} {}: {error}", self.path.display()))
    }
}
